//! Conditions in Chinese, Japanese and Korean: `学是偶数`, `エはウより大きい`, `가는 나보다 크다`.

use std::collections::HashSet;

use crate::typed::marks::is_without_case;

/// Words before a condition, which are no part of it.
const BEFORE: &[&str] = &[
    "ヒント",
    "ただし",
    "但し",
    "なお",
    "また",
    "その中で",
    "提示",
    "注意",
    "其中",
    "已知",
    "如果",
    "并且",
    "并",
    "而且",
    "若",
    "设",
    "設",
    "当",
    "且",
    "又",
    "但是",
    "但",
    "힌트",
    "단",
    "그리고",
    "여기서",
    "만약",
    "조건",
];

/// Words behind one.
const BEHIND: &[&str] = &[
    "とする",
    "とします",
    "である",
    "です",
    "のとき",
    "とき",
    "だ",
    "的数字",
    "的數字",
    "一个",
    "이다",
    "입니다",
    "이고",
    "라고 하자",
    "일 때",
];

/// Words between a number and what is said of it.
const COPULAS: &[&str] = &[
    "不是", "不为", "不為", "是", "为", "為", "は", "が", "는", "은", "이", "가", "等于", "等於", "代表",
    "表示",
];

/// What is said of a number, as a condition with `x` in its place.
const PROPERTIES: &[(&str, &str)] = &[
    ("偶数", "x%2=0"),
    ("偶數", "x%2=0"),
    ("双数", "x%2=0"),
    ("짝수", "x%2=0"),
    ("奇数", "x%2=1"),
    ("奇數", "x%2=1"),
    ("单数", "x%2=1"),
    ("홀수", "x%2=1"),
    ("素数", "is_prime(x)"),
    ("质数", "is_prime(x)"),
    ("質數", "is_prime(x)"),
    ("質数", "is_prime(x)"),
    ("소수", "is_prime(x)"),
    ("完全平方数", "is_square(x)"),
    ("平方数", "is_square(x)"),
    ("제곱수", "is_square(x)"),
    ("回文数", "is_palindrome(x)"),
];

/// Words behind the number that something is compared with, or around it: `より大きい`, `比…大`.
const COMPARED: &[(&str, &str, &str)] = &[
    ("比", "大", ">"),
    ("比", "小", "<"),
    ("大于", "", ">"),
    ("大於", "", ">"),
    ("小于", "", "<"),
    ("小於", "", "<"),
    ("不等于", "", "≠"),
    ("等于", "", "="),
    ("", "より大きい", ">"),
    ("", "より小さい", "<"),
    ("", "보다 크다", ">"),
    ("", "보다 작다", "<"),
    ("", "보다 큼", ">"),
    ("", "보다 작음", "<"),
    ("", "以上", "≥"),
    ("", "以下", "≤"),
    ("", "ではない", "≠"),
    ("", "でない", "≠"),
    ("", "이 아니다", "≠"),
    ("", "가 아니다", "≠"),
    ("", "이 아님", "≠"),
];

/// Words between numbers of which the same is said, and those that say so.
const AND: &[&str] = &["和", "与", "與", "及", "、", "と", "과", "와", "，", ","];
const EACH: &[&str] =
    &["都", "均", "皆", "ともに", "共に", "どちらも", "いずれも", "すべて", "모두", "둘 다"];

/// The most numbers of which the same is said.
const MOST_NUMBERS: usize = 16;

/// By how much a number is larger or smaller than another: words before that, between the two, and behind.
const DIFFERING: &[(&str, &str, &str, char)] = &[
    ("比", "大", "", '+'),
    ("比", "多", "", '+'),
    ("比", "小", "", '-'),
    ("比", "少", "", '-'),
    ("", "より", "大きい", '+'),
    ("", "より", "小さい", '-'),
    ("", "보다", "크다", '+'),
    ("", "보다", "작다", '-'),
    ("", "보다", "큼", '+'),
    ("", "보다", "작음", '-'),
];

/// How many times as large a number is as another: what stands between that and the factor, and behind.
const TIMES: &[(&str, &str)] = &[("的", "倍"), ("の", "倍"), ("의", "배")];

/// Factors in words.
const FACTORS: &[(&str, &str)] =
    &[("两", "2"), ("兩", "2"), ("二", "2"), ("三", "3"), ("두 ", "2"), ("세 ", "3")];

/// What is calculated with numbers that are listed before it.
const CALCULATED: &[(&str, &str)] = &[
    ("的和", "+"),
    ("之和", "+"),
    ("の和", "+"),
    ("의 합", "+"),
    ("的积", "×"),
    ("的積", "×"),
    ("之积", "×"),
    ("之積", "×"),
    ("の積", "×"),
    ("의 곱", "×"),
    ("的差", "-"),
    ("之差", "-"),
    ("の差", "-"),
    ("의 차", "-"),
];

/// Multiples: the words around the number, and whether they deny it.
const MULTIPLES: &[(&str, &str)] = &[
    ("能被", "整除"),
    ("可以被", "整除"),
    ("可被", "整除"),
    ("被", "整除"),
    ("", "的倍数"),
    ("", "的倍數"),
    ("", "の倍数"),
    ("", "で割り切れる"),
    ("", "의 배수"),
    ("", "로 나누어떨어진다"),
];

/// The condition that a clause says of numbers of these letters.
pub(super) fn condition(clause: &str, letters: &HashSet<char>) -> Option<String> {
    let mut said = clause.trim_matches(|c: char| c.is_whitespace() || ",，、。；;.:：!！()（）".contains(c));
    if !said.contains(is_without_case) {
        return None;
    }
    // A word before it may begin with a letter of the puzzle.
    let whole = said;
    while let Some(rest) = BEFORE.iter().find_map(|word| said.strip_prefix(word)) {
        said = rest.trim_start_matches(|c: char| c.is_whitespace() || ":：,，、".contains(c));
    }
    let ends = BEHIND.iter().filter_map(|word| said.strip_suffix(word)).map(str::trim_end);
    let forms = ends.chain([said, whole]);
    let mut conditions = forms.filter_map(|said| of(said, letters));
    conditions.next()
}

fn of(said: &str, letters: &HashSet<char>) -> Option<String> {
    let ends = said.char_indices().map(|(at, c)| at + c.len_utf8());
    ends.filter(|end| is_number(&said[..*end], letters)).find_map(|end| {
        let (number, rest) = said.split_at(end);
        predicate(number, rest, letters).or_else(|| of_each(number, rest, letters))
    })
}

/// The same thing that is said of this number and of others behind it: `A和B都是奇数`.
fn of_each(number: &str, mut rest: &str, letters: &HashSet<char>) -> Option<String> {
    let mut numbers = vec![number];
    while let Some(next) = AND.iter().find_map(|and| rest.trim_start().strip_prefix(and)).map(str::trim_start)
    {
        let length = next.find(|c: char| !letters.contains(&c)).filter(|length| *length > 0)?;
        numbers.push(&next[..length]);
        rest = &next[length..];
    }
    if !(2..=MOST_NUMBERS).contains(&numbers.len()) {
        return None;
    }
    let calculated = CALCULATED.iter().find_map(|(word, sign)| Some((*sign, rest.strip_prefix(word)?)));
    if let Some((sign, said)) = calculated {
        let number = numbers.join(sign);
        return match sign {
            "-" if numbers.len() > 2 => None,
            "-" => predicate(&format!("abs({number})"), said, letters),
            _ => predicate(&format!("({number})"), said, letters),
        };
    }
    // `都是`, `はともに`.
    let said =
        EACH.iter().find(|word| rest.contains(**word)).map_or(rest.into(), |word| rest.replacen(word, "", 1));
    let each: Option<Vec<String>> = numbers.iter().map(|number| predicate(number, &said, letters)).collect();
    Some(each?.join(" && "))
}

/// What the rest of a clause says of a number.
fn predicate(number: &str, rest: &str, letters: &HashSet<char>) -> Option<String> {
    let rest = rest.trim_start();
    let copula = COPULAS.iter().find(|copula| rest.starts_with(**copula)).copied();
    let is_denied = copula.is_some_and(|copula| copula.starts_with('不'));
    let what = rest[copula.map_or(0, str::len)..].trim();
    if copula.is_some() {
        let said = PROPERTIES.iter().find(|(word, _)| *word == what);
        if let Some((_, condition)) = said {
            let condition = condition.replace('x', number);
            return Some(if is_denied { format!("not({condition})") } else { condition });
        }
        let relation = if is_denied { "≠" } else { "=" };
        if is_value(what, letters) {
            return Some(format!("{number}{relation}{what}"));
        }
        let times = TIMES.iter().find_map(|(between, behind)| {
            let (other, factor) = what.strip_suffix(behind)?.split_once(between)?;
            let (other, factor) = (other.trim(), factor.trim_start());
            let factor =
                FACTORS.iter().find(|(word, _)| *word == factor).map_or(factor, |(_, digits)| digits);
            (is_number(other, letters) && is_value(factor, letters)).then(|| format!("{factor}×{other}"))
        });
        if let Some(times) = times {
            return Some(format!("{number}{relation}{times}"));
        }
    }
    let between = |before: &str, behind: &str| {
        let inner = what.strip_prefix(before)?.strip_suffix(behind)?.trim();
        is_value(inner, letters).then_some(inner)
    };
    let multiple = MULTIPLES.iter().find_map(|(before, behind)| between(before, behind));
    if let Some(divisor) = multiple {
        return Some(format!("{number}%{divisor}=0"));
    }
    let compared = COMPARED.iter().find_map(|(before, behind, sign)| Some((sign, between(before, behind)?)));
    let differing = DIFFERING.iter().find_map(|(before, between, behind, sign)| {
        let (other, by) = what.strip_prefix(before)?.strip_suffix(behind)?.split_once(between)?;
        let (other, by) = (other.trim(), by.trim());
        let is_said = is_number(other, letters) && is_value(by, letters);
        is_said.then(|| format!("{number}={other}{sign}{by}"))
    });
    if differing.is_some() {
        return differing;
    }
    // In a sign.
    let in_signs = || {
        let sign = rest.chars().next().filter(|sign| "=≠<>≤≥＝＜＞".contains(*sign))?;
        let value = rest[sign.len_utf8()..].trim();
        is_value(value, letters).then(|| format!("{number}{sign}{value}"))
    };
    compared.map(|(sign, value)| format!("{number}{sign}{value}")).or_else(in_signs)
}

/// Whether some words are a number of the puzzle.
fn is_number(words: &str, letters: &HashSet<char>) -> bool {
    !words.is_empty() && words.chars().all(|c| letters.contains(&c))
}

/// Whether some words are a number of the puzzle, or one in digits.
fn is_value(words: &str, letters: &HashSet<char>) -> bool {
    is_number(words, letters) || !words.is_empty() && words.chars().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_in_three_languages() {
        let said = |clause: &str, letters: &str| condition(clause, &letters.chars().collect());
        assert_eq!(said("其中学是偶数", "学习好").as_deref(), Some("学%2=0"));
        assert_eq!(said("且学比习大。", "学习好").as_deref(), Some("学>习"));
        assert_eq!(said("好学能被3整除", "学习好").as_deref(), Some("好学%3=0"));
        assert_eq!(said("ただし、エはウより大きい", "エウア").as_deref(), Some("エ>ウ"));
        assert_eq!(said("ア=3とする。", "エウア").as_deref(), Some("ア=3"));
        assert_eq!(said("단, 가는 나보다 크다", "가나다").as_deref(), Some("가>나"));
        assert_eq!(said("가는 0이 아니다", "가나다").as_deref(), Some("가≠0"));
        assert_eq!(said("Cは5", "ABC").as_deref(), Some("C=5"));
        assert_eq!(said("A不是0", "ABC").as_deref(), Some("A≠0"));
        assert_eq!(said("A和B都是奇数", "ABC").as_deref(), Some("A%2=1 && B%2=1"));
        assert_eq!(said("A、B和C均为偶数", "ABC").as_deref(), Some("A%2=0 && B%2=0 && C%2=0"));
        assert_eq!(said("AとBはともに奇数である", "ABC").as_deref(), Some("A%2=1 && B%2=1"));
        assert_eq!(said("A和B的和是9", "ABC").as_deref(), Some("(A+B)=9"));
        assert_eq!(said("A与B之差为2", "ABC").as_deref(), Some("abs(A-B)=2"));
        assert_eq!(said("A和B和C的差是2", "ABC").as_deref(), None);
        assert_eq!(said("AとBの和は9です", "ABC").as_deref(), Some("(A+B)=9"));
        assert_eq!(said("AとBの積は偶数である", "ABC").as_deref(), Some("(A×B)%2=0"));
        assert_eq!(said("A와 B의 합은 9", "ABC").as_deref(), Some("(A+B)=9"));
        assert_eq!(said("A是B的两倍", "ABC").as_deref(), Some("A=2×B"));
        assert_eq!(said("AはBの3倍である", "ABC").as_deref(), Some("A=3×B"));
        assert_eq!(said("A는 B의 2배", "ABC").as_deref(), Some("A=2×B"));
        assert_eq!(said("AB와 C는 모두 짝수이다", "ABC").as_deref(), Some("AB%2=0 && C%2=0"));
        assert_eq!(said("B比A大3", "ABC").as_deref(), Some("B=A+3"));
        assert_eq!(said("BはAより3大きい", "ABC").as_deref(), Some("B=A+3"));
        assert_eq!(said("나는 가보다 2 작다", "가나다").as_deref(), Some("나=가-2"));
        assert_eq!(said("每个汉字代表一个数字", "学习好"), None);
        assert_eq!(said("同じ文字は同じ数字", "エウア"), None);
    }
}
