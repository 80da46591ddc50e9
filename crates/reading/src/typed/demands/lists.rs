//! The words of many languages by which sentences ask for something.

/// Words that may ask for something the puzzle itself does not say. Nothing with one of them is left out.
#[rustfmt::skip]
pub(crate) const DEMANDING: &[&str] = &[
    "base", "basis", "bigger", "binary", "carré", "consecutive", "cuadrado", "cube", "cubes", "distinct",
    "divisible", "dozenal", "duodecimal", "even", "except", "false", "incorrect", "fewer", "gerade", "grand", "greater", "groter",
    "größer", "größte", "hex", "hexadecimal", "impair", "impar", "inférieur", "kleinste", "kwadrat", "larger",
    "largest", "least", "maggiore", "maior", "maximal", "maximum", "mayor", "menor", "minimal", "minimum",
    "minore", "mniejsza", "mniejsze", "mod", "multiple", "najmniejsza", "największa", "nieparzysta", "nowhere", "octal",
    "odd", "pair", "palindrome", "palindromic", "par", "parzysta", "petit", "pierwsza", "premier", "prime",
    "primes", "primo", "primzahl", "quadrat", "repeated", "smaller", "smallest", "square", "squares",
    "supérieur", "ternary", "twice", "ungerade", "większa", "większe", "untrue", "больше", "вдвое", "квадрат", "меньше",
    "наибольшее", "наименьшее", "нечетная", "нечетное", "нечётная", "нечётное", "простое", "четная", "четное",
    "чётная", "чётное",
];

/// Such words of one language that are common in another: French `par`, `le premier exemple`.
#[rustfmt::skip]
pub(super) const AMBIGUOUS: &[&str] = &[
    "grand", "par", "petit", "pierwsza", "premier", "primo",
];

/// Words behind which they are meant.
#[rustfmt::skip]
pub(super) const BEFORE_AMBIGUOUS: &[&str] = &[
    "cifra", "chiffre", "dígito", "es", "est", "jest", "liczba", "liczbą", "nombre", "numero", "número",
    "plus", "sea", "seja", "ser", "son", "sont", "é", "è", "être",
];

/// Words that may do so in a sentence, but hardly in a label or a remark: `A puzzle with four stars: A+B=C`.
#[rustfmt::skip]
pub(crate) const DEMANDING_IN_SENTENCES: &[&str] = &[
    "eight", "eleven", "five", "four", "less", "may", "more", "most", "nine", "not", "or", "power", "seven",
    "six", "ten", "three", "twelve", "without",
];

/// Words that make a sentence with `zero` say what holds anyway: no number starts with it.
#[rustfmt::skip]
pub(crate) const LEADING: &[&str] = &[
    "begin", "beginning", "begins", "first", "front", "leading", "start", "starts",
];

/// Words of such a sentence: without one, a number may begin with zero.
#[rustfmt::skip]
pub(super) const DENYING: &[&str] = &[
    "cannot", "couldn", "different", "disallowed", "doesn", "don", "excluded", "forbidden", "isn", "mustn", "neither", "never", "no",
    "non", "none", "nonzero", "nor", "not", "prohibited", "shouldn", "t", "without",
];

/// Parts of words that ask for more in scripts without spaces; and some words that do so together.
#[rustfmt::skip]
pub(super) const DEMANDING_PARTS: &[&str] = &[
    "進", "进", "最大", "最小", "奇数", "偶数", "素数", "質数", "质数", "平方", "立方", "倍", "より大", "より小", "大于", "大於", "小于", "小於",
    "整除", "割り切", "보다", "배수", "ゼロ", "零", "以外", "以上", "以下", "でない", "ではな", "可以相同", "不使用", "不用", "使わない", "使わず", "除く", "除外", "제외",
    "使えない", "相差", "の差", "사용하지", "차이", "no carr", "without carr", "is a carry", "hne Übertrag",
    "ans retenue", "double d", "doble de", "doppelte von", "doppio d", "half of",
    "hälfte von", "mitad de", "moitié d", "kleiner als", "ersystem", "ичной систем", "홀수", "짝수", "소수", "최대",
    "최소", "진법",
];

/// Words that say which digits blanks hide, or how these differ. What they say of letters holds anyway.
#[rustfmt::skip]
pub(super) const OF_BLANKS: &[&str] = &[
    "alike", "different", "distinct", "duplicate", "duplicates", "equal", "identical", "once", "repeat", "repeating",
    "repeats", "repetition", "same", "unique",
    "herhaling", "powtórzeń", "repetición", "repetir", "repetição", "ripetizione", "ripetizioni", "répétition", "wiederholung",
    "повторений", "повторения",
    "doppelt", "einmal", "gleich", "gleiche", "gleichen", "mehrfach", "unterschiedlich", "unterschiedliche",
    "unterschiedlichen", "verschieden", "verschiedene", "verschiedenen", "ungeraden", "geraden",
    "différent", "différents", "différente", "différentes", "distincte", "distinctes", "distincts", "fois", "identiques",
    "impairs", "même", "mêmes", "pairs", "répète", "répètent", "répéter",
    "diferente", "diferentes", "distinta", "distintas", "distinto", "distintos", "igual", "iguales", "impares", "misma",
    "mismo", "pares", "repite", "repiten", "repetir", "vez", "veces",
    "dispari", "diversa", "diverse", "diversi", "diverso", "pari", "ripete", "ripetono", "stessa", "stesso", "uguali", "volta",
    "iguais", "repetem", "repetidos", "vezes",
    "jednakowe", "nieparzyste", "parzyste", "powtarza", "powtarzają", "raz", "różna", "różne",
    "dezelfde", "gelijk", "keer", "verschillend", "verschillende",
    "одинаковы", "одинаковые", "повторяется", "повторяются", "раз", "различные", "различны", "разные", "чётные", "четные",
    "нечётные", "нечетные", "простые",
    "farklı", "farklıdır", "kez", "egyszer", "különböző", "dată", "diferit", "diferite", "odată", "olika", "gång", "jednou",
    "různé", "διαφορετικά", "διαφορετικό", "שונות", "שונים", "مختلفة",
];

/// The same in scripts without spaces.
#[rustfmt::skip]
pub(super) const OF_BLANKS_PARTS: &[&str] = &[
    "一次", "不同", "相同", "重复", "重複", "一度", "異な", "同じ", "ずつ", "1回", "한 번", "한번", "서로 다", "다른", "같은", "중복",
];

/// Words of sentences about letters, about answers, of which there may be different ones, and about the sides of an equation
/// begin so.
#[rustfmt::skip]
pub(super) const OTHER_SUBJECTS: &[&str] = &[
    "buchstab", "letra", "letter", "lettr", "liter", "litera", "symbol", "букв", "γράμμα", "harf", "betű",
    "answer", "lösung", "réponse", "soluc", "solution", "soluzion", "rozwiąz", "ways", "ответ", "решени",
    "side", "seite", "lados", "côté", "lati",
];

/// The first of these in scripts without spaces.
#[rustfmt::skip]
pub(super) const OF_LETTERS_PARTS: &[&str] = &[
    "字母", "汉字", "漢字", "文字", "글자", "문자",
];

/// Words that say what a letter or a word is.
#[rustfmt::skip]
pub(super) const TELLING: &[&str] = &[
    "denotes", "equals", "means", "oznacza", "represents", "representa", "représente", "staat", "stands",
    "steht", "vale", "vaut", "обозначает",
];

/// Words for zero.
#[rustfmt::skip]
pub(super) const ZEROS: &[&str] = &[
    "nonzero", "zero", "zeros", "zeroes", "zéro", "zéros", "cero", "ceros", "zeri", "null", "nullen", "ноль", "нуль", "нуля", "нулей",
];

/// Words behind `A` and `I` that are no letters of a puzzle.
pub(super) const BEHIND_ARTICLES: &[&str] = &[
    "alphametic",
    "book",
    "bit",
    "classic",
    "collection",
    "cryptarithm",
    "day",
    "difficult",
    "digit",
    "easy",
    "few",
    "friend",
    "fun",
    "game",
    "good",
    "great",
    "hard",
    "hint",
    "letter",
    "level",
    "list",
    "little",
    "lot",
    "math",
    "maths",
    "new",
    "nice",
    "number",
    "one",
    "page",
    "post",
    "problem",
    "puzzle",
    "question",
    "quick",
    "rather",
    "second",
    "series",
    "set",
    "short",
    "simple",
    "single",
    "similar",
    "small",
    "sum",
    "three",
    "tricky",
    "two",
    "variant",
    "version",
    "very",
    "am",
    "found",
    "got",
    "have",
    "need",
    "think",
    "was",
];
