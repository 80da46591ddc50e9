//! Settings that are said in words beside a puzzle: `SEND+MORE=MONEY (base 12)`, `Using the digits 1 to 9: A/BC+D/EF+G/HI=1`.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::pattern::{LINKS, MOST_REPEATED, Token, tokens};
use super::phrases::{NO_LETTER_IS_ZERO, Phrase, listed, phrase_at};
use super::subjects::COMPARING;
use super::view::View;
use super::{Change, Edit, demands, languages, prose, ranges, sayings, subjects, times};
use crate::Aids;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::DigitSet;
use fukumen_language::interrupt::Never;
use fukumen_language::message::{Note, message};
use fukumen_language::puzzle::Rules;
use fukumen_language::text;
use fukumen_language::text::{Heading, lines};
use fukumen_language::vocabulary::Vocabulary;

/// Words behind which something else is said of letters.
const GOES_ON: &[&str] = &["and", "e", "en", "et", "i", "oraz", "und", "while", "y", "и"];

/// Words that say that each digit is used once.
const ONCE: &[&str] = &[
    "cada",
    "chacun",
    "chaque",
    "each",
    "einmal",
    "every",
    "exactement",
    "fois",
    "genau",
    "je",
    "jeweils",
    "keer",
    "once",
    "raz",
    "sola",
    "time",
    "vez",
    "volta",
    "одному",
    "разу",
];

/// What may stand between the letters and the digits that they are.
const BEFORE_DIGITS: &[&str] = &["-", "decimal", "different", "distinct", "non", "nonzero", "single", "zero"];

/// Words that say that what follows does not hold, and those that deny what a sentence allows.
const UNTRUE: &[&str] = &["false", "incorrect", "untrue"];
const NEGATIONS: &[&str] = &["neither", "never", "no", "none", "nor", "not", "without"];

/// Words that say that a sentence is about the puzzle, `7 does not appear in this sum`, and those that such words begin with.
#[rustfmt::skip]
const HERE: &[&str] = &[
    "addition", "all", "anywhere", "at", "here", "in", "it", "multiplication", "problem", "puzzle", "solution", "sum", "the", "this",
];
const BEFORE_HERE: &[&str] = &["anywhere", "at", "here", "in"];

/// How many words and signs of a sentence are looked at.
const LONGEST_SENTENCE: usize = 80;

/// The fewest words in small letters that make a sentence of a line.
const LEAST_SMALL: usize = 2;

/// The most words behind one that asks for a value.
const MOST_ASKED: usize = 4;

/// No longer line of a file says something about its neighbour.
const LONGEST_LINE: usize = 400;

/// The most settings that are taken from what stands around one puzzle.
pub(super) const MOST_SETTINGS: usize = 16;

pub(super) fn may_be_stated(text: &str) -> bool {
    text.contains(char::is_whitespace) || text.contains(')')
}

/// Turns phrases that say settings into lines that set them.
pub(super) fn settings(view: &View) -> Option<Change> {
    let tokens = tokens((0..view.len()).map(|i| view.sign(i)));
    let is_drawn = view.is_drawn();
    let blanks = (0..view.len()).filter(|i| view.is_blank(*i)).count();
    let has_blanks = blanks > 0 || demands::hides_blanks_alone(view);
    let letters = letters_of(view, &tokens);
    let parities = parities(&letters, &tokens);
    let mut rules = view.rules.clone();
    let (mut cuts, mut lines, mut said) = (Vec::new(), String::new(), Vec::new());
    let earlier = ranges::line_of_digits(view);
    let mut has_digits = earlier.is_some();
    let mut phrases: Vec<Range<usize>> = Vec::new();
    let mut from = 0;
    while from < tokens.len() {
        // Letters differ anyway.
        let is_new = |setting: &str| match setting {
            "distinct-blanks" => has_blanks && !is_about_other_subjects(&tokens, from),
            NO_LETTER_IS_ZERO => names_all(&letters, view, &tokens, from),
            _ => true,
        };
        let Some(Phrase { end, settings, letters: said_of }) = phrase_at(&tokens, from)
            .filter(|phrase| is_new(&phrase.settings[0]) && !is_denied(&tokens, from, &phrase.settings[0]))
            .or_else(|| listed(&tokens, from))
            .filter(|phrase| !is_question(&tokens, from..phrase.end))
            .filter(|phrase| !is_of_first_digits(&tokens, phrase) && !is_of_more(&tokens, from, phrase))
        else {
            from += 1;
            continue;
        };
        // The letter stands in the puzzle as well.
        let is_known =
            |letter: usize| letters.get(&view.sign(tokens[letter].at.start)).is_some_and(|count| *count > 1);
        let is_said =
            |letter: usize| is_known(letter) && is_said_of_letter(&tokens, from..end, letter, view.rules);
        if !said_of.iter().all(|letter| is_said(*letter)) {
            from += 1;
            continue;
        }
        let is_alone = settings.iter().any(|setting| setting.ends_with(" alone"));
        let settings: Vec<String> = settings
            .iter()
            .map(|setting| of_patterns(setting, &parities))
            .flat_map(|setting| written_out(&setting, &letters, &rules))
            .collect();
        // Behind another phrase, the sign before that one counts.
        let follows = |last: &&Range<usize>| {
            last.end == from
                || last.end + 1 == from && [",", ";", "and"].contains(&tokens[last.end].word.as_str())
        };
        let opens = phrases.last().filter(follows).map_or(from, |last| last.start);
        let phrase = with_punctuation(&tokens, opens..end);
        let behind = tokens.get(phrase.end);
        let is_free = |token: Option<&Token>| {
            token.is_none_or(|token| {
                token.is_word()
                    || "\n.,;:()[]!?\"'。、".contains(&token.word)
                    || view.is_hidden(token.at.start)
            })
        };
        // Within a row of a drawing nothing may move what is behind it.
        let fits =
            !is_drawn || behind.is_none_or(|token| token.word == "\n") || is_wordy(&tokens, phrase.start);
        let before = phrase.start.checked_sub(1).map(|i| &tokens[i]);
        if !is_free(before) || !is_free(behind) || !fits {
            from += 1;
            continue;
        }
        for setting in settings.iter().filter(|setting| !setting.is_empty()) {
            let (name, value) =
                setting.split_once(' ').map_or((setting.as_str(), None), |(name, value)| (name, Some(value)));
            let before = rules.digits.filter(|_| name == "digits" && has_digits);
            rules.set(name, value).ok()?;
            rules.digits =
                before.zip(rules.digits).map(|(one, other)| ranges::both(one, other)).or(rules.digits);
            has_digits |= name == "digits";
        }
        // What follows moves up to what is before.
        let start = match before.filter(|token| token.word != "\n") {
            Some(token) => token.at.end,
            None => tokens[phrase.start].at.start,
        };
        cuts.truncate(cuts.len() - usize::from(opens < from));
        // The comma before it may be cut already.
        let done = cuts.last().map_or(0, |cut: &Edit| cut.at.end);
        let cut = view.bytes(start..tokens[phrase.end - 1].at.end);
        cuts.push(Edit::cut(cut.start.max(done)..cut.end));
        let first = from;
        from = phrase.end;
        phrases.push(opens..end);
        let set = settings.iter().filter(|setting| !setting.is_empty()).map(|setting| format!("@{setting}"));
        let set: Vec<String> = set.collect();
        if set.is_empty() {
            continue;
        }
        let are_digits = set[0].starts_with("@digits");
        if are_digits && rules.digits == Some(DigitSet::all(rules.base)) {
            rules.digits = view.rules.digits;
            continue;
        }
        let words = view.typed(tokens[first].at.start..tokens[end - 1].at.end);
        lines += &(set.join("\n") + "\n");
        said.push(format!("\"{words}\" as {}", set.join(", ")));
        // Each of them once: letters differ anyway.
        let says_once = || tokens[first..end].iter().any(|token| ONCE.contains(&token.word.as_str()));
        let fills_all = || letters.is_empty() && rules.digits.is_some_and(|digits| digits.len() == blanks);
        if are_digits && !is_alone && blanks > 1 && !rules.distinct_blanks && (says_once() || fills_all()) {
            rules.distinct_blanks = true;
            lines += "@distinct-blanks\n";
            said.push("@distinct-blanks".into());
        }
    }
    if said.len() > MOST_SETTINGS {
        return None;
    }
    let left = if is_drawn { left_of_sentences(view, &mut cuts) } else { None };
    if said.is_empty() {
        let change = Change::of(cuts)?;
        return Some(match left {
            Some(words) => change.with(prose::note(&words)),
            None => change,
        });
    }
    let count = lines.matches("@digits").count();
    if let Some(digits) = rules.digits.filter(|_| count > 1 || count == 1 && earlier.is_some()) {
        lines += &format!("@digits {digits}\n");
        cuts.splice(0..0, earlier.map(Edit::cut));
    }
    cuts.insert(0, Edit::new(0..0, lines));
    let change = Change::of(cuts)?.with(message!("note-stated", settings = said.join(", ")));
    Some(match left {
        Some(words) => change.with(prose::note(&words)),
        None => change,
    })
}

/// Cuts what is left of the sentences beside a drawing from which something is cut, so that it is no row: `Work in base 8.`
fn left_of_sentences(view: &View, cuts: &mut Vec<Edit>) -> Option<String> {
    if cuts.len() > MOST_SETTINGS {
        return None;
    }
    let mut left = Vec::new();
    for (number, line) in view.lines().into_iter().enumerate() {
        let at = view.bytes(line.clone());
        let own = |cut: &Edit| at.start <= cut.at.start && cut.at.end <= at.end;
        let inside: Vec<Edit> = cuts.iter().filter(|cut| own(cut)).cloned().collect();
        let rest = text::changed(view.text, at.clone(), &inside);
        let words = tokens(rest.chars());
        // A row has numbers, or signs. At the head, one letter is a word: `A number may start with 0`.
        let is_row = words.iter().any(|token| {
            token.is_name && (token.at.len() > 1 || number > 0)
                || token.word.chars().all(char::is_numeric)
                || "+-*×/÷=".contains(&token.word)
        });
        let line_tokens = tokens(line.clone().map(|i| view.sign(i)));
        if inside.is_empty() || is_row || words.is_empty() || !is_wordy(&line_tokens, 0) {
            continue;
        }
        let rest = rest.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        left.extend(Some(rest).filter(|rest| !rest.is_empty()));
        cuts.retain(|cut| !own(cut));
        let place = cuts.partition_point(|cut| cut.at.start < at.start);
        cuts.insert(place, Edit::cut(at));
    }
    (!left.is_empty()).then(|| left.join(" … "))
}

pub(super) fn may_say_parities(text: &str) -> bool {
    let has = |words: [&str; 6]| words.iter().any(|word| text.contains(word));
    has([" even", "gerade", " pair", " par", "чётн", "четн"])
        && has([" odd", "ungerade", " impa", " dispari", "нечётн", "нечетн"])
}

/// The same for a puzzle of even and odd digits, `EO×O=EEO, E is even, O is odd`, and for `E = even`, which would be a number in
/// small letters.
pub(super) fn of_parities(view: &View) -> Option<Change> {
    let tokens = tokens((0..view.len()).map(|i| view.sign(i)));
    let is_equal = |three: &[Token]| {
        let [letter, equals, word] = three else { return false };
        letter.is_letter()
            && equals.word == "="
            && ["even", "odd"].contains(&word.word.as_str())
            && !word.is_name
    };
    let is_said = || !parities(&letters_of(view, &tokens), &tokens).is_empty();
    // Above a drawing, the whole line goes.
    let is_above = || view.lines().first().is_some_and(|line| is_wordy(&tokens, 0) && line.start == 0);
    let fits = (is_said() || tokens.windows(3).any(is_equal)) && !(view.is_drawn() && is_above());
    fits.then(|| settings(view))?
}

pub(super) fn may_be_said_above(text: &str) -> bool {
    text.trim_start()
        .split_once('\n')
        .is_some_and(|(first, _)| first.contains(' ') && first.contains(char::is_lowercase))
}

/// The same for a drawing below a line of words, which otherwise might be read as a row of it.
pub(super) fn above(view: &View) -> Option<Change> {
    let first = view.lines().into_iter().next()?;
    let rest = &view.text[view.bytes(first.end..view.len())];
    // `T=7.` looks like a condition above others.
    if !(view.is_drawn() || lines::is_drawn(rest, view.rules)) {
        return None;
    }
    let is_said = || said_by(view.typed(first.clone()), rest, view.rules).is_some();
    let tokens = tokens(first.clone().map(|i| view.sign(i)));
    // If the rows have no small letters, a line that has some is no row.
    let is_in_capitals = !rest.contains(times::is_small);
    if !(is_in_capitals || is_wordy(&tokens, 0)) || !is_said() {
        return None;
    }
    let mut change = settings(view)?;
    // What is left of the line would be a row: `T is 7. O is odd.`, `O is odd, solve`.
    let line = view.bytes(first);
    let is_above = |edit: &&Edit| line.contains(&edit.at.start) && !edit.at.is_empty();
    let cuts: Vec<Edit> = change.edits.iter().filter(is_above).cloned().collect();
    let rest = text::changed(view.text, line.clone(), &cuts);
    let rest = rest.trim_matches(|c: char| !c.is_alphanumeric());
    if !rest.is_empty() {
        change.notes.push(prose::note(rest).into());
    }
    change.edits.retain(|edit| !is_above(&edit));
    let at = change.edits.partition_point(|edit| edit.at.start < line.end && edit.at.is_empty());
    change.edits.insert(at, Edit::cut(line));
    Some(change)
}

/// Whether the line of a token has words that cannot be the numbers of a row.
fn is_wordy(tokens: &[Token], at: usize) -> bool {
    let is_in_line = |token: &&Token| token.word != "\n";
    let before = tokens[..at].iter().rev().take_while(is_in_line);
    let behind = tokens[at..].iter().take_while(is_in_line);
    let is_small =
        |token: &&Token| token.at.len() > 1 && !token.is_name && token.word.chars().all(char::is_alphabetic);
    before.chain(behind).take(LONGEST_SENTENCE).filter(is_small).count() >= LEAST_SMALL
}

/// A setting as the language has it; several if one phrase stands for them.
fn written_out(setting: &str, letters: &HashMap<char, usize>, rules: &Rules) -> Vec<String> {
    let others = |name: &str, sign: char| {
        let mut others: Vec<char> =
            letters.keys().copied().filter(|letter| !name.contains(*letter)).collect();
        others.arrange();
        others.into_iter().map(|other| format!("where {name}{sign}{other}")).collect()
    };
    let kept = |kind: &str| -> DigitSet {
        let is_kept = |digit: &u8| match kind {
            "evens" => digit.is_multiple_of(2),
            "odds" => !digit.is_multiple_of(2),
            _ => *digit > 1 && (2..*digit).all(|divisor| !digit.is_multiple_of(divisor)),
        };
        DigitSet::all(rules.base).iter().filter(is_kept).collect()
    };
    if let Some((kind @ ("evens" | "odds"), letter)) = setting.split_once(" of ") {
        return vec![format!("blank {letter}:{}", kept(kind))];
    }
    match setting.split_once(' ') {
        Some((kind @ ("primes" | "evens" | "odds"), "alone")) => vec![format!("digits {}", kept(kind))],
        Some(("no-zero", "of-letters")) => vec!["no-zero".into()],
        Some(("largest", name)) => others(name, '>'),
        Some(("smallest", name)) => others(name, '<'),
        Some(("range", said)) => {
            let (range, digit) = said.split_once(" except ").unwrap_or((said, ""));
            let all = range.parse().unwrap_or(DigitSet::EMPTY);
            let is_kept = |kept: &u8| digit.split(',').all(|digit| kept.to_string() != digit);
            let kept: DigitSet = all.iter().filter(is_kept).collect();
            vec![format!("digits {kept}")]
        }
        Some((kind @ ("exclude" | "below" | "above" | "least" | "most"), said)) => {
            let all = rules.digits.unwrap_or(DigitSet::all(rules.base));
            let number = said.parse().unwrap_or(u8::MAX);
            let is_kept = |digit: &u8| match kind {
                "below" => *digit < number,
                "above" => *digit > number,
                "least" => *digit >= number,
                "most" => *digit <= number,
                _ => said.split(',').all(|excluded| digit.to_string() != excluded),
            };
            let kept: DigitSet = all.iter().filter(is_kept).collect();
            vec![format!("digits {kept}")]
        }
        Some(("uses", digit)) => {
            let mut names: Vec<String> = letters.keys().map(|letter| format!("{letter}={digit}")).collect();
            names.arrange();
            vec![format!("where {}", names.join(" || "))]
        }
        Some(("total", sum)) => {
            let mut names: Vec<String> = letters.keys().map(char::to_string).collect();
            names.arrange();
            vec![format!("where {}={sum}", names.join("+"))]
        }
        _ => vec![setting.into()],
    }
}

/// The letters of a puzzle all of whose letters are said to be even or odd: each of them stands for some such digit wherever it
/// stands, as in `EEO×OO=EOEO`. Two letters would hardly be a puzzle.
fn parities(letters: &HashMap<char, usize>, tokens: &[Token]) -> HashSet<char> {
    if letters.len() != 2 {
        return HashSet::new();
    }
    let phrases = (0..tokens.len()).filter_map(|from| phrase_at(tokens, from));
    let settings: Vec<String> = phrases.flat_map(|phrase| phrase.settings).collect();
    let said = |kind: &str| -> HashSet<char> {
        settings.iter().filter_map(|setting| setting.strip_prefix(kind)?.chars().next()).collect()
    };
    let (even, odd) = (said("where is_even("), said("where is_odd("));
    let are_all = letters.keys().all(|letter| even.contains(letter) || odd.contains(letter));
    if are_all && !even.is_empty() && !odd.is_empty() {
        letters.keys().copied().collect()
    } else {
        HashSet::new()
    }
}

/// What is said of a letter of such a puzzle.
fn of_patterns(setting: &str, parities: &HashSet<char>) -> String {
    let letter = |kind| setting.strip_prefix(kind)?.chars().next().filter(|letter| parities.contains(letter));
    match (letter("where is_even("), letter("where is_odd(")) {
        (Some(letter), _) => format!("evens of {letter}"),
        (_, Some(letter)) => format!("odds of {letter}"),
        _ => setting.to_owned(),
    }
}

/// The letters of words in capitals, and how often each stands there.
fn letters_of(view: &View, tokens: &[Token]) -> HashMap<char, usize> {
    let is_capital = |i: usize| view.sign(i).is_uppercase();
    let words = tokens.iter().filter(|token| token.at.clone().all(is_capital));
    let mut letters = HashMap::new();
    words.flat_map(|token| token.at.clone()).for_each(|i| *letters.entry(view.sign(i)).or_default() += 1);
    letters
}

/// Whether the sentence before a place names all letters of the puzzle, or none, and digits are what it is about: `A, B and C are
/// nonzero digits`, `each letter is a nonzero digit`.
fn names_all(letters: &HashMap<char, usize>, view: &View, tokens: &[Token], at: usize) -> bool {
    let is_between = |token: &&Token| BEFORE_DIGITS.contains(&token.word.as_str());
    let next = tokens[at..].iter().take(MOST_REPEATED).find(|token| !is_between(token));
    let is_lone = |token: &&Token| token.at.len() == 1 && letters.contains_key(&view.sign(token.at.start));
    let sentence = tokens[..at].iter().rev().take(LONGEST_SENTENCE);
    let sentence = sentence.take_while(|token| token.is_word() || token.word == ",");
    let named: HashSet<char> = sentence.filter(is_lone).map(|token| view.sign(token.at.start)).collect();
    let are_all = || letters.keys().all(|letter| named.contains(letter));
    next.is_some_and(|token| token.word.starts_with("digit")) && (named.is_empty() || are_all())
}

/// Whether the sentence around a place is about letters or answers: `Different letters stand for different digits`.
fn is_about_other_subjects(tokens: &[Token], at: usize) -> bool {
    let goes_on = |token: &&Token| !".!?;:\n".contains(&token.word);
    let before = tokens[..at].iter().rev().take(LONGEST_SENTENCE).take_while(goes_on);
    let behind = tokens[at..].iter().take(LONGEST_SENTENCE).take_while(goes_on);
    demands::names_other_subjects(before.chain(behind).map(|token| token.word.clone()))
}

/// Whether a phrase says something of a letter, and says it to its end: not `T is 9 times E`, nor `T = 9` within a calculation.
fn is_said_of_letter(tokens: &[Token], phrase: Range<usize>, letter: usize, rules: &Rules) -> bool {
    let is_end = |token: &Token| {
        !token.is_word() && "\n.,;:()[]!?。、".contains(&token.word) || GOES_ON.contains(&token.word.as_str())
    };
    // A relation in signs is one condition of several, unless it is a line or a sentence of its own.
    let is_sign = |token: &Token| "=≠".contains(&token.word);
    let says_number = tokens[phrase.end - 1].word.starts_with(|c: char| c.is_ascii_digit());
    let is_relation = letter == phrase.start && says_number && tokens.get(letter + 1).is_some_and(is_sign);
    let ends_sentence = |token: &Token| matches!(token.word.as_str(), "\n" | ".");
    let before = tokens[..letter].last();
    let begins = match is_relation {
        true => before.is_none_or(ends_sentence) && tokens.get(phrase.end).is_none_or(ends_sentence),
        // `the sum of A and B is 9`.
        false => {
            let is_link = LINKS.contains(&tokens[phrase.start].word.as_str());
            let opening = phrase.start + usize::from(is_link && !tokens[phrase.start].is_name);
            (letter > phrase.start || before.is_none_or(is_end)) && !sayings::is_listed(&tokens[..opening])
        }
    };
    let number = tokens[phrase.end - 1].word.parse::<u64>().unwrap_or(0);
    // `A is larger than B and larger than C`, `A is less than B, which is less than C`.
    let goes_on = || {
        let joint = tokens
            .get(phrase.end)
            .is_some_and(|token| token.word == "," || GOES_ON.contains(&token.word.as_str()));
        let next = tokens.get(phrase.end + 1).filter(|token| joint && !token.is_name);
        next.is_some_and(|next| {
            next.word == "which"
                || COMPARING.contains(&next.word.as_str())
                || languages::property(&next.word).is_some()
        })
    };
    begins && number < u64::from(rules.base.get()) && tokens.get(phrase.end).is_none_or(is_end) && !goes_on()
}

/// Whether the sentence before a phrase turns it around: `it is false that T is 7`, `none of the numbers may start with 0`.
fn is_denied(tokens: &[Token], at: usize, setting: &str) -> bool {
    let before = tokens[..at].iter().rev().take(LONGEST_SENTENCE);
    let sentence = before.take_while(|token| token.is_word() || token.word == ",");
    let is_lenient = ["leading-zeros allowed", "distinct none"].contains(&setting);
    let denies = |word: &str| UNTRUE.contains(&word) || is_lenient && NEGATIONS.contains(&word);
    let words: Vec<&str> = sentence.map(|token| token.word.as_str()).collect();
    // `it is not true that`, from the last word to the first.
    words.iter().any(|word| denies(word)) || words.windows(2).any(|two| two == ["true", "not"])
}

/// Whether only first digits are not to be 0, as the rest of the sentence says: `0 is not used as a leading digit`.
fn is_of_first_digits(tokens: &[Token], phrase: &Phrase) -> bool {
    let goes_on = |token: &&Token| !",.!?;:\n".contains(&token.word);
    let rest = tokens[phrase.end..].iter().take(LONGEST_SENTENCE).take_while(goes_on);
    let mut words = rest.map(|token| token.word.as_str());
    let denies_zero = ["no-zero", "exclude 0"].contains(&phrase.settings[0].as_str());
    denies_zero && words.any(|word| demands::LEADING.contains(&word))
}

/// Whether a digit is left out by a part of a sentence only: `Problem 7 does not appear in the book`, `There is no 1 solution`.
fn is_of_more(tokens: &[Token], from: usize, phrase: &Phrase) -> bool {
    let is_word = |token: &Token| token.is_word();
    let begins_with_number = tokens[from].word.starts_with(|c: char| c.is_ascii_digit());
    let is_named = begins_with_number && tokens[..from].last().is_some_and(is_word);
    let behind = &tokens[phrase.end..];
    let says_here = |token: &&Token| HERE.contains(&token.word.as_str());
    let names_place = behind.first().is_some_and(|token| BEFORE_HERE.contains(&token.word.as_str()));
    let place = if names_place { behind.iter().take_while(says_here).count() } else { 0 };
    phrase.settings[0].starts_with("exclude ") && (is_named || behind.get(place).is_some_and(is_word))
}

/// Whether a phrase asks: `Is M = 1?`.
fn is_question(tokens: &[Token], phrase: Range<usize>) -> bool {
    tokens[phrase.start].word == "is" && tokens.get(phrase.end).is_some_and(|token| token.word == "?")
}

/// What a line says of the puzzle beside it.
pub(crate) struct Said {
    /// The lines that set it.
    pub settings: Vec<String>,
    pub note: Note,
}

impl Said {
    /// Whether it is about letters of the puzzle, and no rule that others may have as well.
    pub fn is_of_letters(&self) -> bool {
        ["@where ", "@assign ", "@blank "]
            .iter()
            .any(|name| self.settings.iter().any(|line| line.starts_with(name)))
    }
}

/// The settings that a line says of the puzzle on the next line or on the one before, if it says nothing else that counts.
pub(crate) fn said_by(line: &str, puzzle: &str, rules: &Rules) -> Option<Said> {
    let is_candidate = |c: char| c.is_numeric() || c.is_lowercase();
    if !line.contains(is_candidate) || line.len() > LONGEST_LINE || !may_say(line, rules) {
        return None;
    }
    let line = &*subjects::written_out(line, rules);
    let whole = format!("{line}\n{puzzle}");
    let heading = Heading::read(&whole, rules).ok()?;
    let vocabulary = Vocabulary::default();
    let view = View::new(&whole, &heading, Aids { vocabulary: &vocabulary, interrupt: &Never, without: &[] });
    let Change { edits, notes } = settings(&view)?;
    let settings = edits.first()?.text.lines().map(str::to_owned).collect();
    let cuts: Vec<Edit> = edits[1..].iter().filter(|edit| edit.at.end <= line.len()).cloned().collect();
    let rest = text::changed(line, 0..line.len(), &cuts);
    let rest = rest.trim_matches(|c: char| !c.is_alphanumeric() && !".:!?。".contains(c));
    // `Each letter is a different digit. T is odd.`
    let ends = |c: Option<char>| c.is_none_or(|c| ".,;:!?。".contains(c));
    let is_apart = |Edit { at, .. }: &Edit| {
        let begins = line[at.clone()].starts_with(['.', ',', ';'])
            || ends(line[..at.start].trim_end().chars().next_back());
        begins
            && (line[..at.end].ends_with(['.', ',', ';']) || ends(line[at.end..].trim_start().chars().next()))
    };
    // `O is odd, solve` above a puzzle in capitals.
    let is_small_word = || rest.chars().all(char::is_lowercase) && !puzzle.contains(char::is_lowercase);
    let says_more = rest.contains(char::is_alphanumeric)
        && !asks_alone(rest)
        && !(cuts.iter().all(is_apart) && (is_small_word() || prose::sentences_alone(rest, rules).is_some()));
    (!says_more).then_some(Said { settings, note: notes.into_iter().next()? })
}

/// Whether a few words only ask for a value: `Find F`.
fn asks_alone(words: &str) -> bool {
    let mut words =
        words.split(|c: char| c.is_whitespace() || ".,:!?".contains(c)).filter(|word| !word.is_empty());
    let asks = words.next().is_some_and(|word| prose::ASKING.contains(&word.to_lowercase().as_str()));
    asks && words.clone().count() < MOST_ASKED && words.all(|word| word.chars().all(char::is_alphabetic))
}

/// Whether the first word of a line is part of a phrase, or two words stand side by side as in a sentence: most lines are puzzles,
/// and this is known at once.
fn may_say(line: &str, rules: &Rules) -> bool {
    let signs = rules.spelling().characters(line);
    let tokens = tokens(signs.iter().map(|character| character.sign));
    let Some(first) = tokens.iter().position(Token::is_word) else { return false };
    let phrases = |from| phrase_at(&tokens, from).into_iter().chain(listed(&tokens, from));
    let is_small = |token: &Token| token.is_word() && token.at.len() > 1 && !token.is_capital;
    prose::ASKING.contains(&tokens[first].word.as_str())
        || tokens.windows(2).any(|pair| pair.iter().all(is_small))
        || (0..=first).flat_map(phrases).any(|phrase| phrase.end > first)
}

/// Whether a line says something of one letter, which a puzzle below it may have: `T = 9`, `O is odd`.
pub(crate) fn says_letter(line: &str, rules: &Rules) -> bool {
    let letters: String = line.chars().filter(|c| c.is_uppercase()).collect();
    said_by(line, &letters, rules).is_some_and(|said| said.is_of_letters())
}

/// The base that some words say, and nothing else: `hexadecimal`.
pub(super) fn base_of(words: &str) -> Option<String> {
    let tokens = tokens(words.chars());
    let phrase =
        phrase_at(&tokens, 0).filter(|phrase| phrase.end == tokens.len() && phrase.letters.is_empty())?;
    phrase.settings.into_iter().next().filter(|setting| setting.starts_with("base "))
}

/// Whether words say that all digits differ, and nothing else: `no digit is repeated`.
pub(super) fn says_distinct(words: &str) -> bool {
    let mut tokens = tokens(words.chars());
    tokens.retain(Token::is_word);
    phrase_at(&tokens, 0)
        .is_some_and(|phrase| phrase.end == tokens.len() && phrase.settings == ["distinct-blanks"])
}

/// Whether words say one setting, and nothing else.
pub(super) fn is_setting_alone(words: &str) -> bool {
    let tokens = tokens(words.chars());
    phrase_at(&tokens, 0).is_some_and(|phrase| phrase.end == tokens.len())
}

/// Whether words say a setting.
pub(super) fn is_setting(words: &str) -> bool {
    let tokens = tokens(words.chars());
    (0..tokens.len()).any(|from| phrase_at(&tokens, from).is_some())
}

/// Words for base, of which one with small letters is no word of a puzzle in capitals.
const BASES: &[&str] = &["base", "Base", "basis", "Basis", "podstawa", "Podstawa", "základ", "Základ"];

pub(super) fn may_set_base(text: &str) -> bool {
    let sets =
        |word: &str| text.split(word).nth(1).is_some_and(|behind| behind.trim_start().starts_with('='));
    text.contains(char::is_uppercase) && BASES.iter().any(|word| sets(word))
}

/// A phrase with the brackets around it, or the sign between it and the rest of its line.
fn with_punctuation(tokens: &[Token], phrase: Range<usize>) -> Range<usize> {
    let Range { start, end } = phrase;
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("\n", |token| token.word.as_str());
    match (word(start.checked_sub(1)), word(Some(end))) {
        ("(", ")") | ("[", "]") => start - 1..end + 1,
        ("\n", "," | ":" | ";" | ".") => start..end + 1,
        ("," | ";" | ".", "," | ";" | "." | "\n") => start - 1..end,
        _ => start..end,
    }
}
