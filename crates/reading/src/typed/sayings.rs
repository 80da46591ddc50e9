//! What sentences say of numbers by more than an operator: `B is between A and C`, `AB ends in 7`, `A and B differ by 3`,
//! `exactly one of A, B and C is odd`, `B is odd and so is C`.

use std::sync::LazyLock;

use super::pattern::{LINKS, Table, Token, property, tokens, value};
use super::subjects::{BEFORE, ENDS};
use super::view::View;
use super::{Change, Edit};
use fukumen_language::message::message;

/// Words that every saying has one of.
const TELLING: &[&str] = &[
    "between",
    "consecutive",
    "zwischen",
    "entre",
    " tra ",
    " fra ",
    "między",
    "между",
    "unterscheide",
    "oppelt",
    "zweimal",
    "weifach",
    "dreimal",
    "reifach",
    " double de",
    " double of",
    " triple",
    " doble",
    " doppio",
    " triplo",
    " dobro",
    " razy ",
    "tweemaal",
    "dubbel",
    "driemaal",
    " keer ",
    "вдвое",
    "втрое",
    "som van",
    "suma ",
    "ifferenz",
    "ifférence",
    "diferenc",
    "diferença",
    "verschil",
    "óżnica",
    "азност",
    "азница",
    "роизведение",
    "beginn",
    "termin",
    "commence",
    " empieza",
    " comienza",
    " começa",
    " inizia",
    "kończy",
    "оканчивается",
    "начинается",
    "differ",
    "digits of",
    "digits in",
    "digit sum",
    " digit of",
    "one of ",
    "none of ",
    " by ",
    " which ",
    " twice as ",
    " half of",
    " third of",
    " quarter of",
    " times as ",
    " both ",
    " all ",
    " two of ",
    " three of ",
    " odd",
    " even",
    " prime",
    " square",
    " end",
    " start",
    " begin",
];

/// Makes a condition of what a pattern has found: its numbers of the puzzle as they were typed, other numbers in digits, and
/// properties.
type Making = fn(&[&str]) -> Option<String>;

/// [Patterns](super::pattern) of whole sentences, and what they say.
const SAYINGS: &[(&str, Making)] = &[
    ("N MODAL is|be|lie|lies strictly|exactly [in]* between V and V", strictly_between),
    ("N MODAL is|be|lie|lies [in|numerically]* between V and V [exclusive|exclusively]", between),
    ("N liegt|ist zwischen V und V", between),
    ("N est [compris|comprise] entre V et V", between),
    ("N está entre V y V", between),
    ("N è [compreso|compresa] tra|fra V e V", between),
    ("N está entre V e V", between),
    ("N leży między V a|i V", between),
    ("N лежит|находится между V и V", between),
    ("N und N unterscheiden sich um V", differ),
    ("N endet auf|mit V", ends),
    ("N beginnt mit V", begins),
    ("N se termine par V", ends),
    ("N commence par V", begins),
    ("N termina en|com|con|em|in V", ends),
    ("N empieza|comienza|começa|inizia com|con|por V", begins),
    ("N kończy się na|cyfrą V", ends),
    ("N оканчивается на|цифрой V", ends),
    ("N начинается с|на V", begins),
    ("N ist|beträgt doppelt|zweimal so groß|viel wie N", |found| times(found, 2)),
    ("N ist das doppelte|zweifache von N", |found| times(found, 2)),
    ("N ist dreimal so groß|viel wie N", |found| times(found, 3)),
    ("N ist das dreifache von N", |found| times(found, 3)),
    ("N est|vaut [le] double de N", |found| times(found, 2)),
    ("N est|vaut [le] triple de N", |found| times(found, 3)),
    ("N es|vale [el] doble de|que N", |found| times(found, 2)),
    ("N es|vale [el] triple de|que N", |found| times(found, 3)),
    ("N è|vale [il] doppio di N", |found| times(found, 2)),
    ("N è|vale [il] triplo di N", |found| times(found, 3)),
    ("N é|vale [o] dobro de N", |found| times(found, 2)),
    ("N é|vale [o] triplo de N", |found| times(found, 3)),
    ("N jest dwa razy większe|większa|większy od|niż N", |found| times(found, 2)),
    ("N jest trzy razy większe|większa|większy od|niż N", |found| times(found, 3)),
    ("N is tweemaal|dubbel [zo] [groot|veel|als]* N", |found| times(found, 2)),
    ("N is twee keer zo groot als N", |found| times(found, 2)),
    ("N is driemaal zo groot als N", |found| times(found, 3)),
    ("N is drie keer zo groot als N", |found| times(found, 3)),
    ("N вдвое больше [,] [чем] N", |found| times(found, 2)),
    ("N втрое больше [,] [чем] N", |found| times(found, 3)),
    ("N is the double of N", |found| times(found, 2)),
    ("N is the triple of N", |found| times(found, 3)),
    ("[de] som van N en N is V", sum),
    ("suma N i N wynosi|jest|to [równa] V", sum),
    ("[die] differenz von|zwischen N und N ist|beträgt V", differ),
    ("[la] différence entre|de N et N est|vaut [de] V", differ),
    ("[la] diferencia entre|de N y N es V", differ),
    ("[la] differenza tra|fra N e N è V", differ),
    ("[a] diferença entre N e N é V", differ),
    ("[het] verschil tussen N en N is V", differ),
    ("różnica między|pomiędzy N i|a N wynosi|jest V", differ),
    ("разность|разница N и N равна V", differ),
    ("произведение N и N равно V", |found| {
        let [one, other, product] = found else { return None };
        Some(format!("{one}×{other}={product}"))
    }),
    ("[the|digits|letters|numbers]* N and N MODAL differ [only|exactly]* by [exactly]* V", differ),
    ("N MODAL [be|is] less|smaller than N , which [in|turn]* is less|smaller than N", |found| {
        chain(found, "<")
    }),
    (
        "N MODAL [be|is] bigger|greater|larger than N , which [in|turn]* is bigger|greater|larger than N",
        |found| chain(found, ">"),
    ),
    ("N MODAL [be|is] bigger|greater|higher|larger|more than N by V", |found| {
        let [one, other, by] = found else { return None };
        Some(format!("{one}={other}+{by}"))
    }),
    ("N MODAL [be|is] less|lower|smaller than N by V", |found| {
        let [one, other, by] = found else { return None };
        Some(format!("{one}={other}-{by}"))
    }),
    ("N MODAL be|is twice as big|great|large as N", |found| times(found, 2)),
    ("N MODAL be|is V times as big|great|large|much as N", |found| {
        let [one, times, other] = found else { return None };
        Some(format!("{one}={times}×{other}"))
    }),
    ("N MODAL be|is [a] half of [the|value|of]* N", |found| {
        two(found).map(|[one, other]| format!("2×{one}={other}"))
    }),
    ("N MODAL be|is a|one third of N", |found| two(found).map(|[one, other]| format!("3×{one}={other}"))),
    ("N MODAL be|is a|one quarter of N", |found| two(found).map(|[one, other]| format!("4×{one}={other}"))),
    ("NN MODAL are|be both|all bigger|greater|larger than V", |found| each(found, ">")),
    ("NN MODAL are|be both|all less|smaller than V", |found| each(found, "<")),
    ("exactly|only V of [the|letters|digits|numbers]* NN MODAL be|equals|is V", |found| {
        counted_values(found)
    }),
    ("one of [the|letters|digits|numbers]* NN MODAL be|equals|is V", |found| {
        let [names @ .., value] = found else { return None };
        let equal: Vec<String> = names.iter().map(|name| format!("{name}={value}")).collect();
        (names.len() > 1).then(|| equal.join(" || "))
    }),
    ("none of [the|letters|digits|numbers]* NN MODAL are|be|is ARTICLE P", |found| {
        let [names @ .., what] = found else { return None };
        let said: Option<Vec<String>> =
            names.iter().map(|name| Some(format!("¬{}", property(what, name)?))).collect();
        Some(said?.join(" && "))
    }),
    ("N MODAL differ|differs from N by [exactly]* V", differ),
    ("N MODAL end|ends|terminate|terminates in|on|with [a|an|the|digit|digits]* V", ends),
    ("N MODAL begin|begins|start|starts with [a|an|the|digit|digits]* V", begins),
    ("[the]* final|last|ones|unit|units digit of N MODAL be|equals|is [a|an|the]* V", ends),
    ("[the]* first|leading digit of N MODAL be|equals|is [a|an|the]* V", begins),
    ("[all|the|individual]* digits in|of N MODAL add|sum|total [up]* [to]* V", |found| {
        two(found).map(|[number, sum]| format!("digit_sum({number})={sum}"))
    }),
    ("N MODAL [a|have|the]* digit sum [equal|of|to]* V", |found| {
        two(found).map(|[number, sum]| format!("digit_sum({number})={sum}"))
    }),
    ("[all|the|individual]* digits in|of N MODAL multiply to V", |found| {
        two(found).map(|[number, product]| format!("digit_product({number})={product}"))
    }),
    (
        "[the|digits|letters]* NN MODAL are|be|form|represent|stand [for] [two|three|four|five]* consecutive [digits|integers|numbers]* \
         in order|sequence",
        in_order,
    ),
    (
        "[the|digits|letters]* NN MODAL are|be|form|represent|stand [for] [two|three|four|five]* consecutive [digits|integers|numbers]* \
         in increasing|ascending|that|this|the order",
        in_order,
    ),
    (
        "[the|digits|letters]* NN MODAL are|be|form|represent|stand [for] [two|three|four|five]* consecutive [digits|integers|numbers]*",
        consecutive,
    ),
    ("exactly|only V of [the|letters|digits|numbers]* NN MODAL are|be|is ARTICLE P", |found| {
        counted(found, "=")
    }),
    ("at least V of [the|letters|digits|numbers]* NN MODAL are|be|is ARTICLE P", |found| counted(found, "≥")),
    ("at most V of [the|letters|digits|numbers]* NN MODAL are|be|is ARTICLE P", |found| counted(found, "≤")),
    ("N MODAL be|is ARTICLE P [,|digit|number]* [and]* as|so are|is NN", and_so),
    ("N MODAL be|is ARTICLE V [-] digit [perfect] P [integer|number]", |found| {
        let [number, digits, what] = found else { return None };
        property(what, number).filter(|_| digits.parse() == Ok(number.chars().count()))
    }),
    ("[all|both]* NN P [digits|numbers]", |found| {
        let [names @ .., what] = found else { return None };
        all(names, what).filter(|_| names.len() > 1)
    }),
];

/// Words between sentences, and those before one beside what [`BEFORE`] has.
const JOINTS: &[&str] = &["and", "but", "while"];
const ALSO_BEFORE: &[&str] = &["it", "is", "known", "we", "you", "also", "hence", "then", "additionally"];

/// No longer list has a condition: it would be read as slowly as it is long.
const MOST_NAMES: usize = 16;

static TABLE: LazyLock<Table<Making>> = LazyLock::new(|| Table::of(SAYINGS));

pub(super) fn may_be_said(text: &str) -> bool {
    TELLING.iter().any(|word| text.contains(word))
}

/// Puts conditions in place of such sentences, and commas in place of the words before them.
pub(super) fn said(view: &View) -> Option<Change> {
    if !may_be_said(view.text) || view.is_drawn() {
        return None;
    }
    let tokens = tokens((0..view.len()).map(|i| view.sign(i)));
    let (mut edits, mut at, mut last) = (Vec::new(), 0, 0);
    while at < tokens.len() {
        match saying_at(view, &tokens, at, last) {
            Some((edit, end)) => {
                edits.push(edit);
                (at, last) = (end, end);
            }
            None => at += 1,
        }
    }
    Some(Change::of(edits)?.with(message!("note-words")))
}

/// The condition of a sentence that begins at a token, and the token behind it. The last one ended at another token.
fn saying_at(view: &View, tokens: &[Token], from: usize, last: usize) -> Option<(Edit, usize)> {
    let opening =
        (last..from).rev().take(MOST_NAMES).take_while(|at| opens(&tokens[*at])).last().unwrap_or(from);
    let is_first = opening == 0 || ends_sentence(&tokens[opening - 1]);
    if !(is_first || opening < from) || opening > last && is_listed(&tokens[..from]) {
        return None;
    }
    TABLE.find(tokens, from, |making, found| {
        let end = found.at;
        let text = |at: &usize| match value(&tokens[*at].word).filter(|_| !tokens[*at].is_name) {
            Some(number) => number,
            None => view.typed(tokens[*at].at.clone()).to_owned(),
        };
        let found: Vec<String> = found.names.iter().take(MOST_NAMES + 1).map(text).collect();
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        let is_end = |token: &Token| ends_sentence(token) || JOINTS.contains(&token.word.as_str());
        let is_whole = found.len() <= MOST_NAMES && tokens.get(end).is_none_or(is_end);
        let condition = making(&found).filter(|_| is_whole)?;
        let (start, comma) = match is_first {
            true => (tokens[opening].at.start, ""),
            false => (tokens[opening - 1].at.end, ", "),
        };
        let at = view.bytes(start..tokens[end - 1].at.end);
        Some((Edit::new(at, format!("{comma}{condition}")), end))
    })
}

fn ends_sentence(token: &Token) -> bool {
    token.word == "," || ENDS.contains(&token.word)
}

/// Whether it may stand before a sentence.
fn opens(token: &Token) -> bool {
    let word = token.word.as_str();
    !token.is_name && (BEFORE.contains(&word) || ALSO_BEFORE.contains(&word) || JOINTS.contains(&word))
}

/// Whether a list that began before goes on behind these tokens: `A, B`, `the sum of A and`. A name that ends what was said before is
/// none of a list: `C is larger than A, B`.
pub(super) fn is_listed(tokens: &[Token]) -> bool {
    let [rest @ .., name, joint] = tokens else { return false };
    let is_joint = LINKS.contains(&joint.word.as_str()) || JOINTS.contains(&joint.word.as_str());
    let ends = |before: &Token| {
        ["than", "by", "is", "equals", "with", "to"].contains(&before.word.as_str())
            || "=<>≠≤≥+-−*×·/÷:^".contains(&before.word)
    };
    is_joint && name.is_name && !rest.last().is_some_and(ends)
}

fn is_literal(number: &str) -> bool {
    number.starts_with(|c: char| c.is_ascii_digit())
}

fn two<'a>(found: &[&'a str]) -> Option<[&'a str; 2]> {
    <[&str; 2]>::try_from(found).ok()
}

fn strictly_between(found: &[&str]) -> Option<String> {
    let [number, one, other] = found else { return None };
    Some(format!("0<({number}-{one})×({other}-{number})"))
}

/// Two numbers in digits belong to what is between them.
fn between(found: &[&str]) -> Option<String> {
    let [number, one, other] = found else { return None };
    match is_literal(one) && is_literal(other) {
        true => Some(format!("{one}≤{number}≤{other}")),
        false => strictly_between(found),
    }
}

fn times(found: &[&str], factor: u8) -> Option<String> {
    two(found).map(|[one, other]| format!("{one}={factor}×{other}"))
}

fn sum(found: &[&str]) -> Option<String> {
    let [one, other, sum] = found else { return None };
    Some(format!("{one}+{other}={sum}"))
}

fn differ(found: &[&str]) -> Option<String> {
    let [one, other, by] = found else { return None };
    Some(format!("abs({one}-{other})={by}"))
}

/// The digits of a value are the last ones of a number.
fn ends(found: &[&str]) -> Option<String> {
    let [number, value] = two(found)?;
    let skipped = number.chars().count().checked_sub(value.chars().count())?;
    Some(digit_by_digit(number.chars().skip(skipped), value))
}

/// The digits of a value are the first ones of a number.
fn begins(found: &[&str]) -> Option<String> {
    let [number, value] = two(found)?;
    (number.chars().count() >= value.chars().count()).then(|| digit_by_digit(number.chars(), value))
}

/// One by one, for the first of them may be 0.
fn digit_by_digit(digits: impl Iterator<Item = char>, value: &str) -> String {
    let equal: Vec<String> =
        digits.zip(value.chars()).map(|(digit, value)| format!("{digit}={value}")).collect();
    equal.join(" && ")
}

/// Letters that follow one another, each the next digit.
fn in_order(letters: &[&str]) -> Option<String> {
    let next: Vec<String> = letters.windows(2).map(|two| format!("{}={}+1", two[1], two[0])).collect();
    (!next.is_empty()).then(|| next.join(" && "))
}

/// Letters whose digits follow one another in some order: different ones, of which the largest and the smallest are that far apart.
fn consecutive(letters: &[&str]) -> Option<String> {
    let are_letters = letters.len() > 1 && letters.iter().all(|letter| letter.chars().count() == 1);
    let list = letters.join(",");
    are_letters.then(|| match letters {
        [one, other] => format!("abs({one}-{other})=1"),
        _ => format!("distinct({list}) && max({list})-min({list})={}", letters.len() - 1),
    })
}

/// How many numbers have a property.
fn counted(found: &[&str], sign: &str) -> Option<String> {
    let [count, names @ .., what] = found else { return None };
    let said: Option<Vec<String>> = names.iter().map(|name| property(what, name)).collect();
    (is_literal(count) && !names.is_empty()).then_some(())?;
    Some(format!("count({}){sign}{count}", said?.join(",")))
}

/// How many of some numbers have a value.
fn counted_values(found: &[&str]) -> Option<String> {
    let [count, names @ .., value] = found else { return None };
    let said: Vec<String> = names.iter().map(|name| format!("{name}={value}")).collect();
    (is_literal(count) && !names.is_empty()).then(|| format!("count({})={count}", said.join(",")))
}

fn chain(found: &[&str], sign: &str) -> Option<String> {
    (found.len() == 3).then(|| found.join(sign))
}

fn each(found: &[&str], sign: &str) -> Option<String> {
    let [names @ .., bound] = found else { return None };
    let said: Vec<String> = names.iter().map(|name| format!("{name}{sign}{bound}")).collect();
    (names.len() > 1).then(|| said.join(" && "))
}

fn and_so(found: &[&str]) -> Option<String> {
    let [first, what, rest @ ..] = found else { return None };
    all(&[&[*first], rest].concat(), what)
}

fn all(names: &[&str], what: &str) -> Option<String> {
    let said: Option<Vec<String>> = names.iter().map(|name| property(what, name)).collect();
    Some(said?.join(" && "))
}

#[cfg(test)]
mod tests {
    use crate::typed::words;

    fn said_in_signs(sentence: &str) -> Option<String> {
        words::in_signs(sentence, &fukumen_language::puzzle::Rules::default())
    }

    #[test]
    fn sayings_are_conditions() {
        for (sentence, condition) in [
            ("B is between A and C", "0<(B-A)×(C-B)"),
            ("B liegt zwischen A und C", "0<(B-A)×(C-B)"),
            ("E est compris entre 2 et 5", "2≤E≤5"),
            ("EF termina en 7", "F=7"),
            ("EF оканчивается на 7", "F=7"),
            ("B is strictly between 2 and 5", "0<(B-2)×(5-B)"),
            ("AB lies between 20 and 50", "20≤AB≤50"),
            ("the letters B and D differ by three", "abs(B-D)=3"),
            ("it is known that EF ends in 07", "E=0 && F=7"),
            ("The first digit of EF is 9", "E=9"),
            ("The digits of TWO add up to 14", "digit_sum(TWO)=14"),
            ("TWO has a digit sum of 14", "digit_sum(TWO)=14"),
            ("A, B and C are consecutive digits in that order", "B=A+1 && C=B+1"),
            ("A and C are consecutive", "abs(A-C)=1"),
            ("A, B and C are consecutive", "distinct(A,B,C) && max(A,B,C)-min(A,B,C)=2"),
            ("exactly one of A, B and C is odd", "count(is_odd(A),is_odd(B),is_odd(C))=1"),
            ("at least two of A, B and C are prime", "count(is_prime(A),is_prime(B),is_prime(C))≥2"),
            ("B is odd and so are C and D", "is_odd(B) && is_odd(C) && is_odd(D)"),
            ("AB and C prime", "is_prime(AB) && is_prime(C)"),
        ] {
            assert_eq!(said_in_signs(sentence).as_deref(), Some(condition), "{sentence}");
        }
    }

    #[test]
    fn what_is_no_whole_saying_is_left() {
        for sentence in [
            "the sum of A and B differs from C by 3",
            "S, T and O differ by 3",
            "A ends in 71",
            "AB ends in A+B",
        ] {
            assert_eq!(said_in_signs(sentence), None, "{sentence}");
        }
    }
}
