//! What is said beside a puzzle in Chinese and Japanese: `ただしT=9`, `使用数字1到9：`.

use std::ops::Range;

use super::marks::is_without_case;
use super::view::View;
use super::{Change, Edit, demands, ranges};
use fukumen_language::digits::Base;
use fukumen_language::message::message;

/// Words between conditions, which say no more than a comma.
const JOINING: &[&str] = &[
    "ただし",
    "但し",
    "但",
    "但是",
    "其中",
    "已知",
    "设",
    "設",
    "若",
    "当",
    "當",
    "且",
    "단",
    "다만",
    "のとき",
    "とき",
    "の時",
    "である",
    "とする",
    "として",
    "ならば",
    "と",
    "则",
    "則",
    "那么",
    "那麼",
];

pub(super) fn may_be_said(text: &str) -> bool {
    !text.is_ascii() && JOINING.iter().any(|word| text.contains(word))
}

/// Takes off words that join conditions, if the text has no other letters of these scripts.
pub(super) fn said(view: &View) -> Option<Change> {
    // Without other symbols, these are the puzzle.
    let is_other = |i: usize| view.is_hidden(i) && !is_without_case(view.sign(i));
    if view.is_drawn() || !(0..view.len()).any(is_other) {
        return None;
    }
    let mut done = 0;
    let edit = |run: Range<usize>| {
        JOINING.contains(&view.signs(run.clone()).as_str()).then(|| {
            // Punctuation on both sides goes with it, unless a word before took it.
            let stop = view.before(run.start).filter(|i| *i >= done && ".,;".contains(view.sign(*i)));
            let comma = view.behind(run.end).filter(|i| ",:".contains(view.sign(*i)));
            let around = stop.unwrap_or(run.start)..comma.map_or(run.end, |i| i + 1);
            let joins = view.before(around.start).is_some_and(|i| view.ends_operand(i))
                && view.behind(around.end).is_some_and(|i| view.begins_operand(i));
            let (at, text) = if joins { (around, ", ") } else { (run, "") };
            done = at.end;
            Edit::new(view.bytes(at), text)
        })
    };
    Change::of(runs(view).into_iter().map(edit).collect::<Option<_>>()?)
}

/// Words for a number system behind its base, and the bases in Chinese characters, the longest first.
const SYSTEMS: &[&str] = &["進法", "進数", "進數", "進制", "进制", "진법", "진수"];
const BASES: &[(&str, u8)] = &[
    ("十六", 16),
    ("十二", 12),
    ("十一", 11),
    ("二", 2),
    ("三", 3),
    ("四", 4),
    ("五", 5),
    ("六", 6),
    ("七", 7),
    ("八", 8),
    ("九", 9),
    ("十", 10),
];
/// What may stand before and behind such words.
const BEFORE_BASE: &[&str] = &["在", "用", "以", "按", "于"];
const BEHIND_BASE: &[&str] = &["での", "とする", "です", "で", "の", "下", "中", "에서", "으로", "表示"];

pub(super) fn may_have_base(text: &str) -> bool {
    SYSTEMS.iter().any(|word| text.contains(word))
}

/// Reads a number system that stands beside a puzzle as its base: `8進法：`, `（八进制）`, `(8진법)`.
pub(super) fn base(view: &View) -> Option<Change> {
    let word_at = |at: usize, words: &[&str]| {
        let lengths = words.iter().map(|word| (word, word.chars().count()));
        let is_here = |(word, length): &(&&str, usize)| {
            at + length <= view.len() && view.signs(at..at + length) == **word
        };
        lengths.clone().find(is_here).map(|(_, length)| length)
    };
    let (at, system) = (0..view.len()).find_map(|at| Some((at, word_at(at, SYSTEMS)?)))?;
    let digits = (0..at).rev().take_while(|i| view.sign(*i).is_ascii_digit()).count();
    let named = BASES.iter().find(|(name, _)| {
        let length = name.chars().count();
        digits == 0 && length <= at && view.signs(at - length..at) == *name
    });
    let (start, base) = match named {
        Some((name, base)) => (at - name.chars().count(), u64::from(*base)),
        None => (at - digits, view.signs(at - digits..at).parse().ok()?),
    };
    let is_before = start > 0 && BEFORE_BASE.contains(&view.signs(start - 1..start).as_str());
    let start = start - usize::from(is_before);
    let end = at + system;
    let end = end + word_at(end, BEHIND_BASE).unwrap_or(0);
    // Nothing else is said in these letters.
    let is_letter = |i: usize| is_without_case(view.letter(i));
    let is_apart = !is_letter(end) && (start == 0 || !is_letter(start - 1));
    let is_in_brackets = start > 0 && view.sign(start - 1) == '(' && view.sign(end) == ')';
    let stop = |i: &usize| ":,;.、。".contains(view.sign(*i)) && !is_in_brackets;
    let open = view.before(start).filter(stop).unwrap_or(start - usize::from(is_in_brackets));
    let close = view.behind(end).filter(stop).map_or(end + usize::from(is_in_brackets), |i| i + 1);
    let is_puzzle = |at: Range<usize>| view.has_relation(at);
    let is_beside = is_puzzle(0..open) || is_puzzle(close..view.len()) || view.is_drawn();
    let fits = Base::new(base).is_ok() && is_apart && is_beside;
    let said = format!("\"{}\" as @base {base}", view.typed(start..end));
    let edits = vec![Edit::new(0..0, format!("@base {base}\n")), Edit::cut(view.bytes(open..close))];
    fits.then(|| Some(Change::of(edits)?.with(message!("note-stated", settings = said))))?
}

/// Signs and words between the ends of a range of digits.
const TO: &[&str] = &["～", "〜", "~", "-", "–", "—", "到", "至", "から", "부터"];
/// Words of clauses that say which digits are used, and those that say that each is used once.
const USING: &[&str] =
    &["数字", "數字", "숫자", "使", "用", "填", "入れ", "まで", "까지", "넣어", "ずつ", "次", "回"];
const ONCE: &[&str] =
    &["ずつ", "回", "次", "不同", "不重复", "不重複", "異なる", "한 번", "한번", "각각", "서로 다"];

/// Reads clauses about a range of digits: `1～9の数字を1回ずつ使って`, `将1-9这9个数字填入方框，每个数字只用一次：`.
pub(super) fn digits(view: &View) -> Option<Change> {
    let is_letter = |i: usize| is_without_case(view.letter(i));
    let is_digit = |i: usize| view.sign(i).is_ascii_digit();
    let is_other = |i: usize| view.is_hidden(i) && !is_letter(i);
    if view.is_drawn() || !(0..view.len()).any(is_other) {
        return None;
    }
    let range = |first: &usize| {
        let sign = TO.iter().find(|sign| {
            let end = first + 1 + sign.chars().count();
            end < view.len() && view.signs(first + 1..end) == **sign
        })?;
        let last = (first + 1 + sign.chars().count()..view.len()).find(|i| !view.is_space(*i))?;
        let stands_alone = is_digit(last) && !is_digit(last + 1) && (*first == 0 || !is_digit(first - 1));
        let is_beside = is_letter(first + 1) || is_letter(last + 1) || *first > 0 && is_letter(first - 1);
        (stands_alone && is_beside && view.sign(*first) < view.sign(last)).then_some((*first, last))
    };
    let (first, last) = (0..view.len()).filter(|i| is_digit(*i)).find_map(|i| range(&i))?;
    // Commas, spaces, blanks and numbers belong to a clause if its letters go on behind them, and blanks before a comma or a colon.
    let is_part = |i: usize| is_letter(i) || is_digit(i) || view.is_blank(i) || ", 、".contains(view.sign(i));
    let start = (0..first).rev().take_while(|i| is_letter(*i)).last().unwrap_or(first);
    let end = (last + 1..view.len())
        .take_while(|i| is_part(*i))
        .filter(|i| is_letter(*i))
        .last()
        .map_or(last + 1, |i| i + 1);
    let named = (end..view.len()).find(|i| !view.is_blank(*i)).filter(|i| ":,、。".contains(view.sign(*i)));
    let end = named.unwrap_or(end);
    let words = view.typed(start..end);
    let says = |list: &[&str]| list.iter().any(|word| words.contains(word));
    let is_said = says(USING) || is_letter(first + 1);
    let line = (0..start).rev().take_while(|i| view.sign(*i) != '\n').last().unwrap_or(start);
    // Beside letters of the puzzle, the whole puzzle stands there: not `A~I代表1~9`, which is about some of them.
    let is_beside = start > 0 && view.is_digit(start - 1) && !view.has_relation(line..start);
    if !is_said
        || is_beside
        || !demands::holds_anyway(words, &[])
        || !view.has_relation(end..view.len()) && !view.has_relation(0..start)
    {
        return None;
    }
    let blanks = (0..start).chain(end..view.len()).filter(|i| view.is_blank(*i)).count();
    let (first, last) = (view.sign(first), view.sign(last));
    let settings = of_range(first, last, blanks, says(ONCE));
    // All digits may be used anyway: other rules tell whether the clause says more.
    if (first, last) == ('0', '9') && view.rules.base == Base::TEN && settings.len() == 1 {
        return None;
    }
    let is_in_brackets = start > 0 && view.sign(start - 1) == '(' && view.sign(end) == ')';
    let open = start - usize::from(is_in_brackets);
    let is_stop = view.sign(end) == '.' && view.is_space(end + 1);
    let close = end + usize::from(is_in_brackets || is_stop || ":,、。".contains(view.sign(end)));
    let edits = vec![Edit::new(0..0, settings.join("\n") + "\n"), Edit::cut(view.bytes(open..close))];
    let said = format!("\"{words}\" as {}", settings.join(", "));
    Some(Change::of(edits)?.with(message!("note-stated", settings = said)))
}

pub(super) fn may_have_digits(text: &str) -> bool {
    text.contains(is_without_case) && TO.iter().any(|sign| text.contains(sign))
}

pub(super) fn may_have_remainder(text: &str) -> bool {
    text.contains('÷') && text.matches('余').count() == 1
}

/// Reads `余` between two numbers behind a division as what is left of it: `アイ÷ウ=エ余オ`.
pub(super) fn remainder(view: &View) -> Option<Change> {
    let at = (0..view.len()).find(|i| view.sign(*i) == '余')?;
    let line = (0..at).rev().take_while(|i| view.sign(*i) != '\n').map(|i| view.sign(i)).collect::<String>();
    let is_name = view.sign(at + 1) == 'り';
    let is_between = !is_name
        && view.before(at).is_some_and(|i| view.is_digit(i))
        && view.behind(at + 1).is_some_and(|i| view.is_digit(i));
    (is_between && line.contains('÷') && line.contains('='))
        .then(|| Change::of(vec![Edit::new(view.bytes(at..at + 1), " … ")]))?
}

/// The digits from one to another that a clause names: `1到9`.
fn range_said(clause: &str) -> Option<(char, char)> {
    clause.char_indices().filter(|(_, c)| c.is_ascii_digit()).find_map(|(at, first)| {
        let is_alone = !clause[..at].ends_with(|c: char| c.is_ascii_digit());
        let rest = TO.iter().find_map(|sign| clause[at + 1..].strip_prefix(sign))?;
        let mut rest = rest.trim_start().chars();
        let last = rest.next().filter(|last| is_alone && first < *last && last.is_ascii_digit())?;
        rest.next().is_none_or(is_without_case).then_some((first, last))
    })
}

/// Whether words in such a script name digits from one to another, and not all of base ten.
pub(super) fn names_digits(words: &str) -> bool {
    words.contains(is_without_case) && range_said(words).is_some_and(|range| range != ('0', '9'))
}

/// The settings that a clause about a range of digits says: `A~I代表1~9的数字`.
pub(super) fn digits_said(clause: &str, blanks: usize) -> Option<Vec<String>> {
    let (first, last) = range_said(clause)?;
    let says = |list: &[&str]| list.iter().any(|word| clause.contains(word));
    if !says(USING) || !clause.contains(is_without_case) || !demands::holds_anyway(clause, &[]) {
        return None;
    }
    Some(of_range(first, last, blanks, says(ONCE)))
}

/// Words of clauses that say that each digit is used once.
const DISTINCT: &[&str] = &[
    "用一次",
    "不相同",
    "不能重复",
    "不重复",
    "不能重複",
    "不重複",
    "異なる数字",
    "同じ数字は使えない",
    "回ずつ",
    "度ずつ",
    "서로 다",
    "한 번씩",
    "한번씩",
];

/// Words for digits, and for what hides them.
const DIGITS: &[&str] = &["数字", "數字", "숫자"];
const LETTERS: &[&str] = &["字母", "文字", "글자", "汉字", "漢字"];

/// Whether a clause says nothing but that each digit is used once: `每个数字只能用一次`. Where letters hide digits as well, it must
/// name digits, and not them.
pub(super) fn says_distinct(clause: &str, has_no_letters: bool) -> bool {
    let names = |list: &[&str]| list.iter().any(|word| clause.contains(word));
    let is_part = |c: char| is_without_case(c) || matches!(c, ' ' | '1' | '１' | '□' | '。');
    (has_no_letters || names(DIGITS) && !names(LETTERS))
        && clause.chars().all(is_part)
        && DISTINCT.iter().any(|word| clause.contains(word))
        && demands::holds_anyway(clause, &[])
}

/// The settings for a range of digits, each of which is used once if that is said, or if there are as many blanks.
fn of_range(first: char, last: char, blanks: usize, is_once: bool) -> Vec<String> {
    let count = (u32::from(last) - u32::from(first) + 1) as usize;
    ranges::settings(&format!("{first}-{last}"), blanks, is_once || blanks == count)
}

/// The runs of letters of scripts without capitals.
fn runs(view: &View) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for i in (0..view.len()).filter(|i| is_without_case(view.sign(*i))) {
        match runs.last_mut() {
            Some(last) if last.end == i => last.end = i + 1,
            _ => runs.push(i..i + 1),
        }
    }
    runs
}
