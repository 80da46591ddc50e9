//! Questions for a value behind a puzzle: `MONEY=?`, `What is M+O?`, `求A+B的值`.

use std::collections::HashSet;
use std::ops::Range;

use super::marks::{is_without_case, may_end_in_blank};
use super::prose::without_remarks;
use super::view::View;
use super::{Change, Edit, prose};
use fukumen_language::message::message;
use fukumen_language::puzzle::Permission;

/// Words that ask for a value, behind an equals sign.
const ASKING: &[&str] = &["多少", "几", "幾", "何", "いくつ", "いくら", "얼마", "몇", "what"];

pub(super) fn may_ask(text: &str) -> bool {
    (may_end_in_blank(text)
        || text.trim_end().ends_with("__")
        || ASKING.iter().any(|word| text.contains(word)))
        && text.contains('=')
        && text.contains([',', '，', ';', '；', '\n', '、', '。', '.'])
}

/// Reads an equals sign and a question mark behind the conditions, `SEND+MORE=MONEY, MONEY=?`, as what is to be shown with each
/// solution: the value of a number of several symbols, for a blank would be one digit, or of a calculation on a line of its own or
/// behind a full stop. Behind a comma a sum may be one digit, so that is [another reading](super::others) only. A word asks for
/// any value: `SEND+MORE=MONEY，S+M=多少`.
pub(super) fn asked(view: &View) -> Option<Change> {
    let whole = view.whole();
    let (mut before, first) = asked_last(view, whole.clone())?;
    let mut count = 1;
    // `A = __`, `B = __`: room for several values.
    while count < MOST_GAPS
        && let Some((above, _)) = asked_last(view, whole.start..before.end)
    {
        before = above;
        count += 1;
    }
    let questions = before.end..whole.end;
    if count == 1 {
        return shown(view, first, questions, false);
    }
    let words = view.typed(questions.clone()).trim_start_matches([',', ';', '.']);
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(Change::of(vec![Edit::cut(view.bytes(questions))])?.with(prose::note(&words)))
}

/// What stands before the last question of a part of the text, and what that asks for.
fn asked_last(view: &View, whole: Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let is_end =
        |i: &usize| ",;、。\n".contains(view.sign(*i)) || view.sign(*i) == '.' && view.is_space(i + 1);
    let start = whole.clone().rev().find(is_end)?;
    let equals = (start + 1..whole.end).find(|i| view.sign(*i) == '=')?;
    let (before, asked) = (view.trimmed(whole.start..start)?, view.trimmed(start + 1..equals)?);
    let gap = view.trimmed(equals + 1..whole.end)?;
    let is_question = gap.len() == 1 || gap.clone().all(|i| view.sign(i) == '_');
    let hidden: Vec<usize> = asked.clone().filter(|i| view.is_hidden(*i)).collect();
    let known: HashSet<char> = before.clone().map(|i| view.sign(i)).collect();
    let word = view.signs(gap.clone());
    let word = word.trim_end_matches(['?', '？', ' ']);
    // `何+何=几, 何=几` has them as numbers.
    let is_word = ASKING.contains(&word) && !word.chars().all(|sign| known.contains(&sign));
    let is_known = hidden.iter().all(|i| !view.is_blank(*i) && known.contains(&view.sign(*i)));
    // One digit is no number of several: `A = ____` leaves room for it.
    let is_gap = gap.len() > 1 && !is_word;
    let is_long = (hidden.len() > 1 || is_gap) && hidden.len() == asked.len();
    let is_no_digit = is_long && view.rules.leading_zeros == Permission::Forbidden;
    let is_sum = (is_word || hidden.len() > 1 && "\n.。".contains(view.sign(start)))
        && !before.clone().any(|i| view.is_blank(i));
    if !(is_question || is_word)
        || !(is_no_digit || is_sum)
        || !is_known
        || view.is_drawn()
        || !view.is_condition(before.clone())
    {
        return None;
    }
    Some((before, asked))
}

/// The most questions behind one another.
const MOST_GAPS: usize = 16;

/// Shows the value of an expression with each solution, in place of the question for it, or for the largest or smallest one.
fn shown(view: &View, asked: Range<usize>, question: Range<usize>, most: bool) -> Option<Change> {
    let expression = view.typed(asked);
    if !view.is_number(expression) {
        return None;
    }
    let edits = vec![Edit::new(0..0, format!("@show {expression}\n")), Edit::cut(view.bytes(question))];
    let note = match most {
        true => message!("note-asked-most", expression = expression),
        false => message!("note-asked", expression = expression),
    };
    Some(Change::of(edits)?.with(note))
}

/// How many characters a question in words has at most.
const LONGEST: usize = 80;

/// Words that ask for the value of what stands behind them, if nothing else does.
const ALSO_ASKING: &[&str] =
    &["evaluate", "how", "maximise", "maximize", "minimise", "minimize", "solve", "was", "wie"];

/// Words that ask for the largest or smallest value only.
const MOST: &[&str] = &[
    "biggest",
    "greatest",
    "größte",
    "größten",
    "größter",
    "highest",
    "kleinste",
    "kleinsten",
    "kleinster",
    "largest",
    "least",
    "lowest",
    "max",
    "maximal",
    "maximise",
    "maximize",
    "maximale",
    "maximalen",
    "maximum",
    "min",
    "minimal",
    "minimise",
    "minimize",
    "minimale",
    "minimalen",
    "minimum",
    "máximo",
    "mínimo",
    "smallest",
    "наибольшее",
    "наименьшее",
];

/// Words between a number and how large it is to be.
const EXTREME: &[&str] = &["is", "be", "must", "should", "a", "the"];

/// Words beside those that ask for a value: `then find the value of A+B`.
const FILLING: &[&str] = &[
    "also",
    "and",
    "de",
    "dem",
    "den",
    "der",
    "die",
    "do",
    "donc",
    "e",
    "el",
    "es",
    "est",
    "et",
    "for",
    "groß",
    "having",
    "hence",
    "is",
    "ist",
    "jest",
    "la",
    "le",
    "much",
    "now",
    "of",
    "please",
    "possible",
    "so",
    "solution",
    "that",
    "the",
    "then",
    "therefore",
    "und",
    "vale",
    "vaut",
    "von",
    "with",
    "y",
    "равна",
    "равно",
    "é",
    "è",
];

/// Words that ask for a value in scripts without capitals: before it, behind it, and those before it that need others behind it.
const BEFORE: &[&str] =
    &["求", "求出", "试求", "試求", "问", "問", "请问", "請問", "则求", "則求", "那么求", "那麼求"];
const BEHIND: &[&str] = &[
    "的值",
    "的值是多少",
    "是多少",
    "是几",
    "是幾",
    "是什么",
    "是什麼",
    "等于多少",
    "等於多少",
    "等于几",
    "等於幾",
    "は",
    "は何",
    "は何か",
    "は何ですか",
    "はいくつ",
    "はいくつか",
    "はいくつですか",
    "はいくら",
    "はいくらか",
    "の値",
    "の値は",
    "の値はいくつ",
    "の値はいくつか",
    "の値を求めよ",
    "の値を求めなさい",
    "を求めよ",
    "を求めなさい",
    "은",
    "는",
    "은 얼마",
    "는 얼마",
    "은 얼마인가",
    "는 얼마인가",
    "의 값은",
    "의 값은 얼마",
    "의 값을 구하시오",
    "의 값을 구하여라",
    "을 구하시오",
    "를 구하시오",
];
const THEN: &[&str] = &["则", "則", "那么", "那麼"];

/// Words between a puzzle and a question for what follows from it.
const WHEN: &[&str] = &["のとき", "の時", "とき", "ならば", "なら", "时", "時", "일 때", "이면", "이라면"];

pub(super) fn may_ask_in_words(text: &str) -> bool {
    let has = |list: &[&str]| list.iter().any(|word| text.contains(word));
    let is_foreign = || !text.is_ascii() && (has(BEFORE) || has(BEHIND) || has(THEN));
    let is_apart = || text.contains([',', ';', '.', '\n']) && text.contains(char::is_lowercase);
    let has_words = || {
        let small = text.to_lowercase();
        prose::ASKING.iter().chain(ALSO_ASKING).any(|word| small.contains(word)) || small.contains("possible")
    };
    text.contains('=') && (is_apart() && has_words() || is_foreign())
}

/// Shows the value that the last sentence of a text asks for: `SEND+MORE=MONEY. What is M+O?`, `AB+BA=132のときA+Bの値は？`.
pub(super) fn asked_in_words(view: &View) -> Option<Change> {
    if view.is_drawn() || view.is_form() {
        return None;
    }
    let whole = view.whole();
    let least = whole.end.saturating_sub(LONGEST).max(whole.start + 1);
    (least..whole.end).filter(|i| !view.is_space(*i)).find_map(|start| {
        let Asked { asked, in_words, most } = asked_by(view, start..whole.end)?;
        let (before, is_apart) = puzzle_before(view, whole.start..start)?;
        let known = calculated(view, before.clone());
        let is_known = |i: usize| !view.is_hidden(i) || !view.is_blank(i) && known.contains(&view.sign(i));
        let fits = asked.clone().all(is_known) && asked.clone().any(|i| view.is_hidden(i));
        // `T is double the value of O`: a question of words with spaces stands apart from what comes before.
        (fits && (is_apart || !in_words)).then(|| shown(view, asked, before.end..whole.end, most))?
    })
}

/// The signs of all words but those of sentences, which do not stand beside signs of a calculation: `it` is no part of `abcd`.
fn calculated(view: &View, at: Range<usize>) -> HashSet<char> {
    let is_sign = |i: usize| {
        !view.is_hidden(i) && !view.sign(i).is_alphanumeric() && !",;:.!?'\"".contains(view.sign(i))
    };
    let is_beside = |word: &Range<usize>| {
        let beside = [view.before(word.start), view.behind(word.end)];
        word.clone().chain(beside.into_iter().flatten()).any(is_sign)
    };
    let is_number = |word: &Range<usize>| is_beside(word) || !prose::is_of_sentence(view, word.clone());
    view.words(at).into_iter().filter(is_number).flatten().map(|i| view.sign(i)).collect()
}

/// What stands before a question, up to the end of its last condition, and whether punctuation, a word or a new line comes between
/// them. Otherwise that is a space, or the question begins with the first character of another script.
fn puzzle_before(view: &View, at: Range<usize>) -> Option<(Range<usize>, bool)> {
    let start = at.end;
    let at = view.trimmed(at)?;
    let is_word =
        |length: &usize| *length < at.len() && WHEN.contains(&view.signs(at.end - length..at.end).as_str());
    let word = WHEN.iter().map(|word| word.chars().count()).find(is_word);
    let stop = usize::from(",;、。.".contains(view.sign(at.end - 1)));
    let end = at.end - word.unwrap_or(stop);
    let is_glued = end == start && is_without_case(view.sign(start)) == is_without_case(view.sign(start - 1));
    let is_apart = end < at.end || (at.end..start).any(|i| view.sign(i) == '\n');
    let before = view.trimmed(at.start..end)?;
    let is_whole = view.ends_operand(before.end - 1) && view.has_relation(before.clone());
    (is_whole && !is_glued).then_some((before, is_apart))
}

/// What a question asks for.
struct Asked {
    /// The expression whose value it is.
    asked: Range<usize>,
    /// Whether it is asked for by words that have spaces between them.
    in_words: bool,
    /// Whether only the largest or smallest value is meant.
    most: bool,
}

/// What a question asks for, if a part of the text is one and nothing else.
fn asked_by(view: &View, at: Range<usize>) -> Option<Asked> {
    let end = at.clone().rev().find(|i| !view.is_space(*i) && !"?.。!".contains(view.sign(*i)))? + 1;
    let question = at.start..end;
    let without_case = in_letters_without_case(view, question.clone());
    let in_words = without_case.is_none();
    let asked = without_case.map(|asked| (asked, false)).or_else(|| self::in_words(view, question.clone()));
    let (asked, most) = asked.or_else(|| Some((extreme(view, question)?, true)))?;
    let is_part = |i: usize| view.is_digit(i) || view.is_space(i) || "+-−×*·/÷()".contains(view.sign(i));
    asked.clone().all(is_part).then_some(Asked { asked, in_words, most })
}

/// What is to be as large or as small as possible.
fn extreme(view: &View, at: Range<usize>) -> Option<Range<usize>> {
    let words = view.words(at.clone());
    let asked = words.iter().position(|word| EXTREME.contains(&view.typed(word.clone())))?;
    let typed: Vec<&str> = words[asked..].iter().map(|word| view.typed(word.clone())).collect();
    let behind = typed.iter().skip_while(|word| EXTREME.contains(word)).copied().collect::<Vec<_>>();
    let is_said = [
        "as large as possible",
        "as small as possible",
        "as big as possible",
        "maximal",
        "minimal",
        "maximum",
        "minimum",
    ];
    let is_said = is_said.contains(&behind.join(" ").as_str());
    is_said.then(|| view.trimmed(at.start..words[asked].start))?
}

/// What stands behind words of which one asks for it, and whether one of them asks for the largest or smallest value.
fn in_words(view: &View, at: Range<usize>) -> Option<(Range<usize>, bool)> {
    let (mut asks, mut most) = (false, false);
    let words = view.words(at.clone());
    let asked = words.iter().find(|word| {
        let typed = view.typed((*word).clone()).trim_start_matches('¿');
        // `What is E?`, `Find IS`: capitals are no words.
        let word = if typed.contains(char::is_lowercase) { typed.to_lowercase() } else { typed.into() };
        let is_asking = prose::ASKING.contains(&word.as_str()) || ALSO_ASKING.contains(&word.as_str());
        asks |= is_asking;
        let is_most = MOST.contains(&word.as_str());
        most |= is_most;
        !is_asking && !is_most && !FILLING.contains(&word.as_str())
    })?;
    asks.then_some((asked.start..at.end, most))
}

/// What stands between words of scripts without capitals that ask for it.
fn in_letters_without_case(view: &View, at: Range<usize>) -> Option<Range<usize>> {
    let signs = view.signs(at.clone());
    let longest = |list: &[&str], fits: &dyn Fn(&str) -> bool| {
        list.iter().filter(|word| fits(word)).map(|word| word.chars().count()).max()
    };
    let [before, then] = [BEFORE, THEN].map(|list| longest(list, &|word| signs.starts_with(word)));
    let behind = longest(BEHIND, &|word| signs.ends_with(word));
    let equals = (before.or(then).is_some() && signs.ends_with('=')).then_some(1);
    let is_asked = before.or(behind).or(equals).is_some();
    let length = |words: Option<usize>| words.unwrap_or(0);
    let inner = at.start + length(before.or(then))..at.end - length(behind.or(equals));
    (is_asked && inner.start < inner.end).then(|| view.trimmed(inner))?
}

/// Takes `= ?` off behind an equation: `TWO + TWO = FOUR =?`.
pub(super) fn asked_again(view: &View) -> Option<Change> {
    let line = view.lines().pop()?;
    let question = line.end.checked_sub(1).filter(|last| *last > line.start)?;
    let equals = view.before(question).filter(|i| view.sign(*i) == '=' && *i > line.start)?;
    let before = view.trimmed(line.start..equals)?;
    let result = before.clone().rev().find(|i| view.sign(*i) == '=')?;
    let is_asked = !view.is_drawn()
        && !view.is_form()
        && (result + 1..before.end).all(|i| view.is_digit(i) || view.is_space(i));
    is_asked.then(|| without_remarks(view, std::iter::once(before.end..line.end)))?
}
