//! What sentences ask for beyond the puzzle, judged by their words: nothing that does is left out.

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
    "größte",
    "hex",
    "hexadecimal",
    "impair",
    "impar",
    "kleinste",
    "kwadrat",
    "larger",
    "largest",
    "least",
    "maximal",
    "maximum",
    "mayor",
    "menor",
    "minimal",
    "minimum",
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
    "ternary",
    "twice",
    "ungerade",
    "квадрат",
    "наибольшее",
    "наименьшее",
    "нечетное",
    "нечётное",
    "простое",
    "четное",
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

/// Parts of words that ask for more, in scripts without spaces.
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
    "홀수",
    "짝수",
    "소수",
    "최대",
    "최소",
    "진법",
];

/// Whether sentences around a puzzle say nothing but what holds for it anyway.
pub(super) fn asks_nothing(view: &View, sentences: &str) -> bool {
    let mut demanding = [DEMANDING, DEMANDING_IN_SENTENCES].concat();
    // Letters differ anyway.
    let has_blanks = (0..view.len()).any(|i| view.is_blank(i));
    demanding.retain(|word| *word != "distinct" || has_blanks || view.rules.distinct != Distinct::All);
    holds_anyway(sentences, &demanding)
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

/// Whether sentences say nothing but what holds for every puzzle, judged by their words.
pub(super) fn holds_anyway(sentences: &str, demanding: &[&str]) -> bool {
    let asks = DEMANDING_PARTS.iter().any(|part| sentences.contains(part));
    !asks
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
            let lets_be_same = has(&["can"]) && has(&["same"]);
            let is_telling = has(&["digit", "digits"]) || has(TELLING);
            let names_digits = is_telling && sentence.contains(char::is_numeric);
            !(has(demanding) || names_zero || lets_be_same || names_digits)
        })
}

/// The words of a text in small letters.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}
