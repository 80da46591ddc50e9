//! A range of digits that stands alone beside a puzzle: `AB+CD=EF (1 to 9)`, `AB+CD=EF, 1-9`, `1-9: AB+CD=EF`.

use std::ops::Range;

use super::marks::note;
use super::pattern::{Token, tokens};
use super::view::{BRACKETS, View};
use super::{Change, Edit};
use fukumen_language::digits::DigitSet;
use fukumen_language::message::message;

/// Words and signs before a range, besides [`USING`].
const BEFORE: &[&str] = &[
    ",", ".", ":", ";", "all", "avec", "com", "con", "da", "dal", "de", "del", "den", "der", "die", "each",
    "from", "las", "les", "letter", "letters", "los", "met", "mit", "od", "os", "the", "van", "von", "with",
    "z", "от", "с",
];

/// Those before a list without brackets.
const USING: &[&str] = &[
    "algarismos",
    "chiffres",
    "cifras",
    "cifre",
    "cijfers",
    "cyfry",
    "digits",
    "dígitos",
    "numbers",
    "use",
    "using",
    "ziffern",
    "цифры",
];

/// Between its ends.
const BETWEEN: &[&str] = &[
    "-", "~", "～", "〜", "..", "...", "…", "a", "al", "bis", "do", "through", "thru", "to", "tot", "à",
    "до", "по", "到", "至",
];

/// Behind it. `ONCE` says that each digit is used once.
const BEHIND: &[&str] = &[
    ",",
    ".",
    ":",
    ";",
    "all",
    "at",
    "digit",
    "digits",
    "each",
    "exactly",
    "inclusive",
    "most",
    "no",
    "number",
    "numbers",
    "one",
    "only",
    "per",
    "used",
    "without",
];
const ONCE: &[&str] = &["different", "distinct", "once", "repeat", "repeats", "repetition", "repetitions"];

/// How many words behind a puzzle are looked at.
const MOST_WORDS: usize = 12;

/// The longest part that is read as a range, in characters.
const LONGEST: usize = 48;

/// In more lines nothing is looked for that bounds all digits.
const MOST_LINES: usize = 64;

/// The fewest digits of a list.
const LEAST_LISTED: usize = 3;

/// What all digits of a puzzle are called where a relation bounds them: `digits > 0`, `(all ≠ 0)`.
const NOUNS: &[&str] = &[
    "all",
    "chiffres",
    "cifras",
    "cifre",
    "digits",
    "each",
    "every",
    "letters",
    "numbers",
    "symbols",
    "values",
    "variables",
    "ziffern",
    "цифры",
];

/// Whether a relation holds between a digit and a bound.
type Holds = fn(u8, u8) -> bool;

/// The signs of such a relation, and what they say of a digit.
const BOUNDS: &[(&str, Holds)] = &[
    (">", |digit, bound| digit > bound),
    ("<", |digit, bound| digit < bound),
    ("≥", |digit, bound| digit >= bound),
    (">=", |digit, bound| digit >= bound),
    ("≤", |digit, bound| digit <= bound),
    ("<=", |digit, bound| digit <= bound),
    ("≠", |digit, bound| digit != bound),
    ("!=", |digit, bound| digit != bound),
    ("<>", |digit, bound| digit != bound),
];

pub(super) fn may_be_range(text: &str) -> bool {
    let mut digits = text.bytes().filter(u8::is_ascii_digit);
    let is_between =
        || BETWEEN.iter().any(|word| text.contains(word)) || text.contains(['–', '−', '—', ',', '，']);
    let is_bounded = || {
        text.contains(['<', '>', '≥', '≤', '≠', '!'])
            && (text.contains('(') || NOUNS.iter().any(|noun| text.contains(noun)))
    };
    // A list with spaces between its digits.
    let is_listed = || {
        let text = text.to_lowercase();
        USING.iter().any(|word| text.contains(word))
    };
    digits.next().is_some() && (digits.next().is_some() && (is_between() || is_listed()) || is_bounded())
}

/// Reads a range of digits that is a part of its own: in brackets, behind a comma, before a colon, behind the puzzle or on its own
/// line. It calculates nothing, as the rest is a whole puzzle.
pub(super) fn range_alone(view: &View) -> Option<Change> {
    if view.is_form() {
        return None;
    }
    let is_drawn = view.is_drawn();
    let mut lines = view.lines();
    let is_one_line = lines.len() == 1;
    let are_few = lines.len() <= MOST_LINES;
    if is_drawn {
        // Above it, or below it.
        lines = vec![lines.first()?.clone(), lines.last()?.clone()];
    }
    let found = lines.into_iter().find_map(|line| {
        let parts = if is_drawn {
            let behind = bracketed(view, &line).map(|open| open..line.end);
            [Some(line), behind].into_iter().flatten().map(|at| Part { at, puzzle: None }).collect()
        } else {
            parts(view, line, is_one_line)
        };
        parts.into_iter().find_map(|part| {
            let is_once = |(digits, is_once)| (digits, Some(is_once));
            let said = digits_of(view, &part.at).map(is_once);
            let bound = || if are_few { bounded(view, &part.at).map(|digits| (digits, None)) } else { None };
            let said = said.or_else(bound)?;
            part.fits(view).then_some((part.at, said))
        })
    });
    // A bound does not say that each digit is used once, even if there are as many blanks.
    let (part, (digits, once)) = found?;
    let (is_once, is_list) = (once == Some(true), once.is_some());
    let outside = || (0..part.start).chain(part.end..view.len());
    let has_puzzle = || [0..part.start, part.end..view.len()].into_iter().any(|rest| view.has_relation(rest));
    if !is_drawn && !has_puzzle() {
        return None;
    }
    let cut = Edit::cut(view.bytes(part.clone()));
    let mut rules = view.rules.clone();
    rules.set("digits", Some(&digits)).ok()?;
    let earlier = line_of_digits(view);
    let before = view.rules.digits.filter(|_| earlier.is_some());
    let set = rules.digits?;
    let set = before.map_or(set, |before| both(before, set));
    // All digits may be used anyway.
    if set == DigitSet::all(rules.base) && !is_once {
        return Change::of(vec![cut]);
    }
    let blanks = outside().filter(|i| view.is_blank(*i)).count();
    let has_letters = outside().any(|i| view.is_hidden(i) && !view.is_blank(i));
    let allowed = view.rules.digits.unwrap_or(DigitSet::all(rules.base));
    let settings = if !is_list && set == allowed.without(0) {
        // In whatever base, which may be said as well.
        vec!["@no-zero".to_owned()]
    } else {
        settings(
            &earlier.as_ref().map_or(digits, |_| set.to_string()),
            blanks,
            is_once || is_list && !has_letters && blanks == set.len(),
        )
    };
    let words = view.typed(part).trim_matches(|c: char| c.is_whitespace() || ".,;:，；：".contains(c));
    let said = format!("\"{words}\" as {}", settings.join(", "));
    let line = earlier.filter(|_| settings[0].starts_with("@digits")).map(Edit::cut);
    let edits = std::iter::once(Edit::new(0..0, settings.join("\n") + "\n")).chain(line).chain([cut]);
    Some(Change::of(edits.collect())?.with(message!("note-stated", settings = said)))
}

/// The line of a text that sets its digits.
pub(super) fn line_of_digits(view: &View) -> Option<Range<usize>> {
    const SETTING: &str = "@digits ";
    let start = match view.text.starts_with(SETTING) {
        true => 0,
        false => view.text.find(&format!("\n{SETTING}"))? + 1,
    };
    let end = view.text[start..].find('\n').map_or(view.text.len(), |at| start + at + 1);
    Some(start..end)
}

/// What is said of digits twice holds twice. If the second forbids all that the first allows, it is kept.
pub(super) fn both(first: DigitSet, second: DigitSet) -> DigitSet {
    let common = DigitSet::from_bits(first.bits() & second.bits());
    if common.is_empty() { second } else { common }
}

pub(super) fn may_be_backward(text: &str) -> bool {
    text.contains('-') && text.contains('=') && text.contains([',', ';', '\n', '('])
}

/// Reads a difference that no digit can be, `AB+CD=EF, A = 1-3`, as the range that it must mean.
pub(super) fn backward(view: &View) -> Option<Change> {
    if view.is_drawn() || view.is_form() {
        return None;
    }
    let whole = view.whole();
    let is_edge = |i: usize| ",;\n()".contains(view.sign(i));
    let digit =
        |i: usize| view.sign(i).to_digit(10).filter(|_| !view.is_digit(i + 1) && !view.is_digit(i - 1));
    let range = |equals: usize| {
        let letter = view.before(equals).filter(|i| view.is_hidden(*i) && !view.is_blank(*i))?;
        let first = view.behind(equals + 1)?;
        let minus = view.behind(first + 1).filter(|i| view.sign(*i) == '-')?;
        let last = view.behind(minus + 1)?;
        let begins = view.before(letter).is_none_or(is_edge) || letter > 0 && view.sign(letter - 1) == '\n';
        let ends = view.behind(last + 1).is_none_or(is_edge) || view.sign(last + 1) == '\n';
        let is_alone = begins && ends && !(letter == whole.start && last + 1 == whole.end);
        (is_alone && digit(first)? < digit(last)?).then_some((letter, first, last))
    };
    let found = whole.clone().filter(|i| view.sign(*i) == '=').filter_map(range);
    let found: Vec<(usize, usize, usize)> = found.collect();
    let (letter, _, last) = *found.first()?;
    let note = note(
        message!("note-backward-range", range = view.typed(letter..last + 1)),
        view.bytes(letter..last + 1),
    );
    let edits = found.into_iter().map(|(letter, first, last)| {
        let [letter_at, least, most] = [letter, first, last].map(|i| view.typed(i..i + 1));
        Edit::new(view.bytes(letter..last + 1), format!("{least}≤{letter_at}≤{most}"))
    });
    Some(Change::of(edits.collect())?.with(note))
}

/// The settings for some digits, each of which several blanks use once or not.
pub(super) fn settings(digits: &str, blanks: usize, is_once: bool) -> Vec<String> {
    let mut settings = vec![format!("@digits {digits}")];
    settings.extend((blanks > 1 && is_once).then(|| "@distinct-blanks".to_owned()));
    settings
}

/// A part of a line that may be a range, with the signs around it.
struct Part {
    at: Range<usize>,
    /// What else there is on the line, if it must be a puzzle.
    puzzle: Option<Range<usize>>,
}

impl Part {
    /// Whether what must be a puzzle may be one condition.
    fn fits(&self, view: &View) -> bool {
        self.puzzle.clone().is_none_or(|puzzle| {
            !puzzle.clone().any(|i| ",;.".contains(view.sign(i)))
                && view.has_relation(puzzle.clone())
                && view.is_condition(puzzle)
        })
    }
}

/// Where the bracket opens that ends a line, if a puzzle stands before it.
fn bracketed(view: &View, line: &Range<usize>) -> Option<usize> {
    let last = view.sign(line.end.checked_sub(1)?);
    let (open, _) = BRACKETS.iter().find(|(_, close)| *close == last)?;
    let at = line.clone().rev().find(|i| view.sign(*i) == *open)?;
    // `A in {1,2,3}`: of one letter.
    let word = view.words(line.start..at).pop().map(|word| view.signs(word))?;
    let is_of_letter = ["from", "in", "is", "of"].contains(&&*word);
    // `A=abs(1-2)` has an argument.
    if view.vocabulary.function(view.typed(view.name_before(at))).is_some() {
        return None;
    }
    // `A=B*(0-1)` is a product.
    let is_star = |i: usize| view.sign(i) == '*' && i + 1 < at;
    let ends =
        view.before(at).is_some_and(|i| view.ends_operand(i) || "?_".contains(view.sign(i)) || is_star(i));
    (ends && !is_of_letter).then_some(at)
}

/// The parts of a line that may be a range, in the order in which they are tried.
fn parts(view: &View, whole: Range<usize>, is_one_line: bool) -> Vec<Part> {
    let end =
        whole.clone().rev().find(|i| !".。".contains(view.sign(*i))).map_or(whole.start, |last| last + 1);
    let line = whole.start..end;
    let mut parts = Vec::new();
    if !is_one_line {
        parts.push(whole.clone());
    }
    // A colon with a space before it divides. Within a list, commas have no space behind them.
    let is_wide =
        |i: &usize| ".,:;".contains(view.sign(*i)) && view.is_space(i + 1) && *i > 0 && !view.is_space(i - 1);
    let is_tight = |i: &usize| ",;".contains(view.sign(*i));
    // `A: 1-5` is said of one letter.
    let is_of_letter = |joint: &usize| {
        let word = view.words(line.start..*joint).pop();
        view.sign(*joint) == ':' && word.is_some_and(|word| word.len() == 1 && view.is_hidden(word.start))
    };
    let is_wide = |i: &usize| is_wide(i) && !is_of_letter(i);
    // The first one too, as there may be more within a list: `, using 1, 2 and 3`.
    let joints =
        [line.clone().rev().find(is_wide), line.clone().rev().find(is_tight), line.clone().find(is_wide)];
    parts.extend(joints.into_iter().flatten().map(|joint| joint..whole.end));
    parts.extend(bracketed(view, &line).map(|open| open..whole.end));
    for (open, close) in BRACKETS {
        if view.sign(line.start) == *open {
            let at = line.clone().find(|i| view.sign(*i) == *close);
            parts.extend(at.filter(|at| view.is_space(at + 1)).map(|at| line.start..at + 1));
        }
    }
    let is_stop =
        |i: &usize| ":.,;".contains(view.sign(*i)) && view.is_space(i + 1) || view.typed(*i..i + 1) == "：";
    let is_colon = |i: &usize| is_stop(i) && view.sign(*i) == ':';
    // The last one, too: `Digits: 1-9: AB+CD=EF`.
    let stops = [line.clone().find(is_stop), line.clone().find(is_colon), line.clone().rev().find(is_colon)];
    parts.extend(stops.into_iter().flatten().map(|stop| line.start..stop + 1));
    let mut parts: Vec<Part> = parts.into_iter().map(|at| Part { at, puzzle: None }).collect();
    // Nothing stands between it and a puzzle that ends in a capital or a blank, or begins with one. `1 - 3 AB` is
    // calculated.
    let words = view.words(line.clone());
    let is_symbol = |i: usize| view.is_hidden(i) && !view.letter(i).is_lowercase();
    let first = words.len().saturating_sub(MOST_WORDS).max(1);
    let behind = words.iter().skip(first).map(|word| word.start);
    let behind = behind.filter(|at| view.sign(*at) != ':' && view.before(*at).is_some_and(is_symbol));
    parts.extend(behind.map(|at| Part { at: at..whole.end, puzzle: Some(line.start..at) }));
    let before = words.iter().skip(1).take(MOST_WORDS).map(|word| word.start);
    let is_said = |at: usize| !view.typed(line.start..at).contains('-');
    let before = before.filter(|at| is_symbol(*at) && is_said(*at));
    parts.extend(before.map(|at| Part { at: line.start..at, puzzle: Some(at..line.end) }));
    parts
}

/// The digits that a part names, and whether each is used once, if it says nothing else: `(from 1 to 9)`, `{1,2,3,4}`.
fn digits_of(view: &View, part: &Range<usize>) -> Option<(String, bool)> {
    if part.len() > LONGEST {
        return None;
    }
    let all = tokens(part.clone().map(|i| view.sign(i)));
    let is = |token: &Token, words: &[&str]| words.contains(&token.word.as_str());
    let opens = |token: &&Token| is(token, BEFORE) || is(token, USING);
    let words = |tokens: &[Token]| tokens.iter().take_while(opens).count();
    let mut tokens = &all[words(&all)..];
    // `digits = 1-9`.
    if let [equals, rest @ ..] = tokens
        && equals.word == "="
        && all[..all.len() - tokens.len()].last().is_some_and(|token| is(token, NOUNS) && !token.is_capital)
    {
        tokens = rest;
    }
    let is_around = |(open, close): &&(char, char)| match tokens {
        [first, .., last] => first.word.starts_with(*open) && last.word.starts_with(*close),
        _ => false,
    };
    let is_bracketed = BRACKETS.iter().any(|bracket| is_around(&bracket));
    if is_bracketed {
        tokens = &tokens[1..tokens.len() - 1];
        tokens = &tokens[words(tokens)..];
    }
    let number = |token: &Token| {
        let number = token.word.parse::<u8>().ok()?;
        (number < view.rules.base.get() && token.word.len() <= 2).then_some(number)
    };
    let first = number(tokens.first()?)?;
    let between = tokens[1..].iter().position(|token| number(token).is_some())?;
    let (signs, rest) = tokens[1..].split_at(between);
    let sign: String = signs.iter().map(|token| token.word.as_str()).collect();
    let last = number(&rest[0])?;
    let (digits, rest) = if BETWEEN.contains(&sign.as_str()) && first < last {
        (format!("{first}-{last}"), &rest[1..])
    } else if sign == "," && is_bracketed
        || [",", ""].contains(&&*sign) && all.iter().any(|token| is(token, USING))
    {
        listed(tokens, &number)?
    } else {
        return None;
    };
    let is_once = rest.iter().any(|token| is(token, ONCE));
    rest.iter().all(|token| is(token, BEHIND) || is(token, ONCE)).then_some((digits, is_once))
}

/// The digits for which a relation holds that a part says of all, if it says nothing else and the noun is no number of the puzzle.
fn bounded(view: &View, part: &Range<usize>) -> Option<String> {
    if part.len() > LONGEST {
        return None;
    }
    let all = tokens(part.clone().map(|i| view.sign(i)));
    let is = |token: &Token, words: &[&str]| words.contains(&token.word.as_str());
    let is_sign = |token: &Token| BOUNDS.iter().any(|(sign, _)| sign.contains(&token.word));
    let is_edge = |token: &Token| !token.is_word() && !is_sign(token);
    // `(>0)` alone is said of all.
    let is_alone = all.len() > 3 && all[0].word == "(" && all[all.len() - 1].word == ")" && is_sign(&all[1]);
    let noun = all.iter().rposition(|token| is(token, NOUNS) && !token.is_capital);
    let noun = noun.or_else(|| is_alone.then_some(0))?;
    let is_opening = |token: &Token| {
        is_edge(token)
            || is(token, BEFORE)
            || is(token, USING)
            || is(token, NOUNS)
            || is(token, &["and", "the", "where"])
    };
    let signs = all[noun + 1..].iter().take_while(|token| is_sign(token)).count();
    let sign: String = all[noun + 1..noun + 1 + signs].iter().map(|token| token.word.as_str()).collect();
    let (_, holds) = BOUNDS.iter().find(|(written, _)| *written == sign)?;
    let [number, rest @ ..] = &all[noun + 1 + signs..] else { return None };
    let bound = number.word.parse::<u8>().ok()?;
    let name = &all[noun].word;
    // `digits > 2, digits < 9` are two bounds.
    let is_bound = |at: usize| {
        let sign = view.behind(at).filter(|i| "<>≥≤≠!".contains(view.sign(*i)));
        let end = sign.and_then(|i| (i..view.len()).find(|i| !"<>=≥≤≠!".contains(view.sign(*i))));
        end.and_then(|i| view.behind(i)).is_some_and(|i| view.is_digit(i))
    };
    let is_number = |word: Range<usize>| view.signs(word.clone()) == *name && !is_bound(word.end);
    let outside = [0..part.start, part.end..view.len()];
    let is_in_puzzle = outside.into_iter().flat_map(|at| view.words(at)).any(is_number);
    let fits = all[..noun].iter().all(is_opening) && rest.iter().all(is_edge) && !is_in_puzzle;
    let allowed = view.rules.digits.unwrap_or(DigitSet::all(view.rules.base));
    let kept: DigitSet = allowed.iter().filter(|digit| holds(*digit, bound)).collect();
    (fits && kept.min().is_some()).then(|| kept.to_string())
}

/// Digits with commas between them, spaces or `and`, each larger than the one before.
fn listed<'a>(tokens: &'a [Token], number: &impl Fn(&Token) -> Option<u8>) -> Option<(String, &'a [Token])> {
    let (mut digits, mut rest) = (Vec::new(), tokens);
    while let [first, behind @ ..] = rest
        && let Some(digit) = number(first)
    {
        digits.push(digit);
        let joints = behind.iter().take_while(|token| matches!(token.word.as_str(), "," | "and")).count();
        rest = if behind.get(joints).is_some_and(|next| number(next).is_some()) {
            &behind[joints..]
        } else {
            behind
        };
    }
    let is_rising = digits.windows(2).all(|two| two[0] < two[1]);
    let names: Vec<String> = digits.iter().map(u8::to_string).collect();
    (digits.len() >= LEAST_LISTED && is_rising).then(|| (names.join(","), rest))
}
