//! What sentences ask for beyond the puzzle, judged by their words: nothing that does is left out.

use std::ops::Range;

use super::cjk;
use super::marks::is_without_case;
use super::view::View;
use crate::puzzle::Distinct;

/// Words that may ask for something the puzzle itself does not say. Nothing with one of them is left out.
pub(super) const DEMANDING: &[&str] = &[
    "base",
    "basis",
    "bigger",
    "binary",
    "carré",
    "consecutive",
    "cuadrado",
    "cube",
    "cubes",
    "distinct",
    "divisible",
    "dozenal",
    "duodecimal",
    "even",
    "except",
    "fewer",
    "gerade",
    "grand",
    "greater",
    "groter",
    "größer",
    "größte",
    "hex",
    "hexadecimal",
    "impair",
    "impar",
    "inférieur",
    "kleinste",
    "kwadrat",
    "larger",
    "largest",
    "least",
    "maggiore",
    "maior",
    "maximal",
    "maximum",
    "mayor",
    "menor",
    "minimal",
    "minimum",
    "minore",
    "mniejsza",
    "mniejsze",
    "mod",
    "multiple",
    "najmniejsza",
    "największa",
    "nieparzysta",
    "octal",
    "odd",
    "pair",
    "palindrome",
    "palindromic",
    "par",
    "parzysta",
    "petit",
    "pierwsza",
    "premier",
    "prime",
    "primes",
    "primo",
    "primzahl",
    "quadrat",
    "repeated",
    "smaller",
    "smallest",
    "square",
    "squares",
    "supérieur",
    "ternary",
    "twice",
    "ungerade",
    "większa",
    "większe",
    "больше",
    "вдвое",
    "квадрат",
    "меньше",
    "наибольшее",
    "наименьшее",
    "нечетная",
    "нечетное",
    "нечётная",
    "нечётное",
    "простое",
    "четная",
    "четное",
    "чётная",
    "чётное",
];

/// Such words of one language that are common in another: French `par`, `le premier exemple`.
const AMBIGUOUS: &[&str] = &["grand", "par", "petit", "pierwsza", "premier", "primo"];

/// Words behind which they are meant.
const BEFORE_AMBIGUOUS: &[&str] = &[
    "cifra", "chiffre", "dígito", "es", "est", "jest", "liczba", "liczbą", "nombre", "numero", "número",
    "plus", "sea", "seja", "ser", "son", "sont", "é", "è", "être",
];

/// Words that may do so in a sentence, but hardly in a label or a remark: `A puzzle with four stars: A+B=C`.
pub(super) const DEMANDING_IN_SENTENCES: &[&str] = &[
    "eight", "eleven", "five", "four", "less", "may", "more", "most", "nine", "not", "or", "power", "seven",
    "six", "ten", "three", "twelve", "without",
];

/// Words that make a sentence with `zero` say what holds anyway: no number starts with it.
const LEADING: &[&str] = &["begin", "begins", "first", "leading", "start", "starts"];

/// Parts of words that ask for more in scripts without spaces; and some words that do so together.
const DEMANDING_PARTS: &[&str] = &[
    "進",
    "进",
    "最大",
    "最小",
    "奇数",
    "偶数",
    "素数",
    "質数",
    "质数",
    "平方",
    "立方",
    "倍",
    "より大",
    "より小",
    "大于",
    "大於",
    "小于",
    "小於",
    "整除",
    "割り切",
    "보다",
    "배수",
    "ゼロ",
    "零",
    "以外",
    "以上",
    "以下",
    "でない",
    "ではな",
    "可以相同",
    "不使用",
    "不用",
    "使わない",
    "使わず",
    "使えない",
    "相差",
    "の差",
    "사용하지",
    "차이",
    "double d",
    "doble de",
    "doppelte von",
    "doppio d",
    "half of",
    "hälfte von",
    "mitad de",
    "moitié d",
    "kleiner als",
    "ersystem",
    "ичной систем",
    "홀수",
    "짝수",
    "소수",
    "최대",
    "최소",
    "진법",
];

/// Words that say which digits blanks hide, or how these differ. What they say of letters holds anyway.
#[rustfmt::skip]
const OF_BLANKS: &[&str] = &[
    "alike", "different", "distinct", "duplicate", "duplicates", "equal", "identical", "once", "repeat", "repeating",
    "repeats", "repetition", "same", "unique",
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
const OF_BLANKS_PARTS: &[&str] = &[
    "一次",
    "不同",
    "相同",
    "重复",
    "重複",
    "一度",
    "異な",
    "同じ",
    "ずつ",
    "1回",
    "한 번",
    "한번",
    "서로 다",
    "다른",
    "같은",
    "중복",
];

/// Words of sentences about letters, about answers, of which there may be different ones, and about the sides of an equation
/// begin so.
#[rustfmt::skip]
const OTHER_SUBJECTS: &[&str] = &[
    "buchstab", "letra", "letter", "lettr", "liter", "litera", "symbol", "букв", "γράμμα", "harf", "betű",
    "answer", "lösung", "réponse", "soluc", "solution", "soluzion", "rozwiąz", "ways", "ответ", "решени",
    "side", "seite", "lados", "côté", "lati",
];

/// The first of these in scripts without spaces.
const OF_LETTERS_PARTS: &[&str] = &["字母", "汉字", "漢字", "文字", "글자", "문자"];

/// Whether sentences around a puzzle of blanks alone say how the digits of these differ, or which ones they are.
pub(super) fn are_of_blanks(sentences: &str) -> bool {
    sentences.split(['.', '!', '?', ';', ':', '…', '\n', '。', '！', '？']).any(|sentence| {
        let has = |list: &[&str]| list.iter().any(|part| sentence.contains(part));
        let says = has(OF_BLANKS_PARTS) || words(sentence).any(|word| OF_BLANKS.contains(&word.as_str()));
        says && !has(OF_LETTERS_PARTS) && !names_other_subjects(words(sentence))
    })
}

/// Whether some words are about letters or answers, not about the digits of blanks.
pub(super) fn names_other_subjects(mut words: impl Iterator<Item = String>) -> bool {
    words.any(|word| OTHER_SUBJECTS.iter().any(|begin| word.starts_with(begin)))
}

/// Whether a text hides digits by blanks or stars alone, as far as this can be told among its words.
pub(super) fn hides_blanks_alone(view: &View) -> bool {
    let is_mark = |i: usize| matches!(view.sign(i), '?' | '*');
    let is_shown = |i: usize| view.sign(i).is_ascii_digit() || view.is_blank(i) || view.sign(i) == '*';
    let is_blank = |i: usize| {
        let is_beside = i > 0 && is_shown(i - 1) || i + 1 < view.len() && is_shown(i + 1);
        view.is_blank(i) && !is_mark(i) || is_mark(i) && is_beside
    };
    let is_number = |word: Range<usize>| {
        let letters = word.clone().filter(|i| view.letter(*i).is_alphabetic()).count();
        letters > 1
            && word.clone().all(|i| !view.letter(i).is_lowercase() && !is_without_case(view.letter(i)))
    };
    (0..view.len()).any(is_blank) && !view.words(view.whole()).into_iter().any(is_number)
}

/// Whether sentences around the puzzle of a text say nothing but what holds for it anyway.
pub(super) fn holds(view: &View, sentences: &str, demanding: &[&str]) -> bool {
    holds_anyway(sentences, demanding)
        && !cjk::names_digits(sentences)
        && !(are_of_blanks(sentences) && hides_blanks_alone(view))
}

/// Whether sentences around a puzzle say nothing but what holds for it anyway.
pub(super) fn asks_nothing(view: &View, sentences: &str) -> bool {
    let mut demanding = [DEMANDING, DEMANDING_IN_SENTENCES].concat();
    // Letters differ anyway.
    let has_blanks = (0..view.len()).any(|i| view.is_blank(i));
    demanding.retain(|word| *word != "distinct" || has_blanks || view.rules.distinct != Distinct::All);
    holds(view, sentences, &demanding)
}

/// Words that say what a letter or a word is.
const TELLING: &[&str] = &[
    "denotes",
    "equals",
    "means",
    "oznacza",
    "represents",
    "representa",
    "représente",
    "staat",
    "stands",
    "steht",
    "vale",
    "vaut",
    "обозначает",
];

/// Whether sentences in a script without spaces ask for more.
pub(super) fn has_demanding_part(sentences: &str) -> bool {
    DEMANDING_PARTS.iter().any(|part| sentences.contains(part))
}

/// Whether sentences say nothing but what holds for every puzzle, judged by their words.
pub(super) fn holds_anyway(sentences: &str, demanding: &[&str]) -> bool {
    !has_demanding_part(sentences)
        && sentences.split(['.', '!', '?', ';', ':', ',', '…', '\n']).all(|sentence| {
            let mut before = String::new();
            let mut said = Vec::new();
            for word in words(sentence) {
                let is_meant =
                    !AMBIGUOUS.contains(&word.as_str()) || BEFORE_AMBIGUOUS.contains(&before.as_str());
                before.clone_from(&word);
                said.extend(Some(word).filter(|_| is_meant));
            }
            let has = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
            let names_zero = has(&[
                "nonzero",
                "zero",
                "zeros",
                "zeroes",
                "zéro",
                "zéros",
                "cero",
                "ceros",
                "zeri",
                "null",
                "nullen",
                "ноль",
                "нуль",
                "нуля",
                "нулей",
            ]);
            if names_zero && has(LEADING) && !has(&["allowed", "may", "permitted"]) {
                return !has(DEMANDING);
            }
            // "Can you solve" asks for nothing more.
            let lets_be_same = has(&["can", "may"]) && has(&["equal", "same"]);
            let is_telling = has(&["digit", "digits"]) || has(TELLING);
            let names_digits = is_telling && sentence.contains(char::is_numeric);
            !(has(demanding) || names_zero || lets_be_same || names_digits)
        })
}

/// The words of a text in small letters.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}
