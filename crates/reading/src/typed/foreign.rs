//! What stands around a puzzle in another script than its own: `次の覆面算を解け。`, `求TWO+TWO=FOUR`, `TWO+TWO=FOUR🤔`.

use std::collections::HashSet;
use std::ops::Range;

use super::demands::{DEMANDING, holds};
use super::marks::is_without_case;
use super::prose::note;
use super::view::View;
use super::{Change, Edit};

/// Characters beside a number that is not part of the puzzle: `第3問`, `10分`.
const NUMBERED: &str = "第題题问問回章課课页頁点點分级級年期号號번";

/// Punctuation that ends what stands before a puzzle, or begins what stands behind it.
const OPENING: &str = "（(【[「『《<〈,，、。.;；:：-–—~～…※#";
const CLOSING: &str = "）)】]」』》>〉,，、。.;；:：!！?？";

/// Punctuation of these scripts in a sentence.
const OF_SENTENCES: &str = "。，、！？：";

/// The fewest letters of a sentence, and the fewest words of one without such punctuation.
const SHORTEST_SENTENCE: usize = 4;
const LEAST_WORDS: usize = 3;

/// The fewest letters of a word of a puzzle beside which pictures and other letters are foreign, and the fewest such words. Where
/// letters stand alone, these may hide digits as well.
const SHORTEST_WORD: usize = 2;
const LEAST_NUMBERS: usize = 2;

/// Signs that begin a mark and hide no digit.
const OF_MARKS: &str = "№";

/// Words that stand before a puzzle of the same script without a space, and behind it.
const BEFORE: &[&str] = &[
    "求解", "求出", "求", "请解", "请问", "請問", "请", "已知", "计算", "計算", "如果", "若", "那么", "那麼",
    "则", "則", "问", "問", "次の", "もし", "解け",
];
const BEHIND: &[&str] = &[
    "を解いてください",
    "を解きなさい",
    "を解け",
    "を解く",
    "を解こう",
    "を求めよ",
    "のとき",
    "成立",
    "です",
    "である",
    "となる",
    "になる",
    "ならば",
    "なら",
    "怎么解",
    "怎麼解",
    "如何解",
    "求解",
    "的解",
    "입니다",
];

/// Words that are labels before a colon, with or without a space behind it.
const LABELS: &[&str] = &[
    "問題",
    "问题",
    "題",
    "题",
    "题目",
    "題目",
    "例",
    "例题",
    "例題",
    "練習",
    "练习",
    "求解",
    "解",
    "解け",
    "求",
    "已知",
    "覆面算",
    "虫食い算",
    "数字谜",
    "數字謎",
    "竖式谜",
    "算式谜",
    "文章題",
    "算式",
    "式",
    "문제",
    "복면산",
    "예",
    "예제",
    "풀이",
    "답",
    "答",
    "ヒント",
    "提示",
    "条件",
    "條件",
    "힌트",
    "조건",
    "注",
    "注意",
    "ただし",
    "但し",
    "其中",
];

pub(super) fn may_be_foreign(text: &str) -> bool {
    !text.is_ascii() && text.contains(|c: char| is_without_case(c) || is_sign(c))
}

/// Whether it is no letter, digit or sign of the keyboard: a picture, a star, what belongs to a picture.
fn is_sign(sign: char) -> bool {
    !sign.is_ascii() && !sign.is_alphanumeric()
}

fn is_foreign(view: &View, at: usize) -> bool {
    let letter = view.letter(at);
    is_without_case(letter)
        || matches!(letter, '\u{FE0F}' | '\u{200D}')
        || is_sign(letter) && view.is_hidden(at) && !view.is_blank(at) && !OF_MARKS.contains(letter)
}

/// Takes off what stands before and behind a puzzle in capitals, or of blanks, in letters without capitals or in
/// pictures, if these are nowhere within it.
pub(super) fn beside(view: &View) -> Option<Change> {
    let whole = view.whole();
    let is_own = |i: &usize| view.is_hidden(*i) && !is_foreign(view, *i);
    let (first, last) = (whole.clone().find(is_own)?, whole.clone().rev().find(is_own)?);
    // Small letters may be the name of a function, or an operator.
    let is_letter = |i: usize| view.is_hidden(i) && !view.is_blank(i) && view.letter(i).is_uppercase();
    let mut words = 0;
    let mut run = 0;
    for i in first..=last + 1 {
        run = if i <= last && is_letter(i) { run + 1 } else { 0 };
        words += usize::from(run == SHORTEST_WORD);
    }
    // Blanks beside letters without capitals are a puzzle, and words of it in capitals.
    let has_blanks = (first..=last).filter(is_own).all(|i| view.is_blank(i))
        && !whole.clone().any(|i| is_sign(view.letter(i)) && is_foreign(view, i));
    if !(words >= LEAST_NUMBERS || has_blanks) || (first..=last).any(|i| is_foreign(view, i)) {
        return None;
    }
    let before = (whole.start..first).rev().find(|i| is_foreign(view, *i));
    let behind = (last + 1..whole.end).find(|i| is_foreign(view, *i));
    // `あ×SEND=MORE`: an operand, not a word. A dash is an operator beside a character that stands alone and is no label.
    let is_operator = |i: usize| "+*×·/÷^=<>≠≤≥".contains(view.sign(i));
    let joins = |word: usize, between: Range<usize>| {
        let beyond = if word < first { word.checked_sub(1) } else { Some(word + 1) };
        let is_alone =
            beyond.is_none_or(|i| view.is_space(i)) && !LABELS.contains(&&*view.signs(word..word + 1));
        let is_minus = view.signs(between.clone()) == "-" && is_alone;
        !view.is_drawn() && (is_minus || between.clone().any(is_operator))
    };
    if before.is_some_and(|word| joins(word, word + 1..first))
        || behind.is_some_and(|word| joins(word, last + 1..word))
    {
        return None;
    }
    let before = before.map(|end| {
        // `用0～5：`: what is said of the digits goes on to the colon.
        let closed = closed(view, end + 1, first);
        let goes_on = (closed..first).any(|i| ":~～〜".contains(view.letter(i)));
        whole.start..if goes_on { first } else { closed }
    });
    let behind = behind.map(|start| opened(view, start, last + 1)..whole.end);
    // The digits of a puzzle may stand at its ends: `□+5=12です`.
    let rest = before.as_ref().map_or(first, |at| at.end)..behind.as_ref().map_or(last + 1, |at| at.start);
    if !view.is_drawn() && !view.has_relation(rest) {
        return None;
    }
    taken_off(view, before.into_iter().chain(behind).collect())
}

/// Behind the punctuation that closes what ends here, within its line; and behind the number of an exercise.
fn closed(view: &View, end: usize, most: usize) -> usize {
    let is_digit = |i: &usize| view.sign(*i).is_ascii_digit();
    let number = (end..most).take_while(is_digit).last().filter(|_| NUMBERED.contains(view.sign(end - 1)));
    let end = number.map(|last| last + 1).filter(|end| *end < most && !view.is_digit(*end)).unwrap_or(end);
    let punctuated =
        (end..most).take_while(|i| CLOSING.contains(view.sign(*i))).last().map_or(end, |i| i + 1);
    // `問題-SEND+MORE=MONEY`: glued to both, it is a dash.
    let is_dash = view.sign(punctuated) == '-' && punctuated < most && !view.is_space(punctuated + 1);
    let punctuated = punctuated + usize::from(is_dash);
    let spaced = (punctuated..most).take_while(|i| view.is_space(*i) && view.sign(*i) != '\n').last();
    match spaced {
        // The first row of a drawing keeps its place.
        Some(last) if view.sign(last + 1) == '\n' => last + 1,
        Some(_) if view.is_drawn() => punctuated,
        Some(last) => last + 1,
        None => punctuated,
    }
}

/// Before the punctuation that opens what begins here; with the number before a unit.
fn opened(view: &View, start: usize, least: usize) -> usize {
    let number = if NUMBERED.contains(view.sign(start)) {
        (least..start).rev().take_while(|i| view.sign(*i).is_ascii_digit()).last().unwrap_or(start)
    } else {
        start
    };
    let is_around = |i: &usize| view.is_space(*i) || OPENING.contains(view.sign(*i));
    (least..number).rev().take_while(is_around).last().unwrap_or(number)
}

/// Takes lines off that are sentences in letters without capitals: rows of a puzzle have none of their punctuation.
pub(super) fn sentences(view: &View) -> Option<Change> {
    let lines = view.lines();
    // Lines of a puzzle in other signs, between which these letters are words.
    let is_letter = |i: usize| is_without_case(view.letter(i));
    let is_other = |line: &&Range<usize>| {
        !(*line).clone().any(is_letter) && (*line).clone().any(|i| view.is_digit(i) || view.sign(i) == '*')
    };
    let is_puzzle = |line: &Range<usize>| (*line).clone().any(|i| "+-−–×÷=<>≠≤≥".contains(view.sign(i)));
    let others = lines.iter().filter(is_other);
    let are_apart = others.clone().any(|line| view.has_relation(line.clone()))
        || others.count() > 1 && !lines.iter().any(|line| line.clone().any(is_letter) && is_puzzle(line));
    let is_sentence = |line: &&Range<usize>| {
        // Rules may be drawn with the long vowel of katakana.
        let letters = (*line).clone().filter(|i| is_letter(*i) && view.sign(*i) != 'ー').count();
        let is_said = |i: usize| {
            let sign = view.sign(i);
            is_without_case(view.letter(i))
                || view.is_space(i)
                || view.sign(i).is_ascii_digit()
                || view.is_blank(i)
                || OPENING.contains(sign)
                || CLOSING.contains(sign)
        };
        let has_punctuation = (*line).clone().any(|i| OF_SENTENCES.contains(view.letter(i)));
        let ends =
            ".?!:".contains(view.sign(line.end - 1)) && view.words((*line).clone()).len() >= LEAST_WORDS;
        letters >= SHORTEST_SENTENCE && (has_punctuation || ends || are_apart) && (*line).clone().all(is_said)
    };
    let found: Vec<Range<usize>> = lines.iter().filter(is_sentence).cloned().collect();
    let has_rest = lines.len() > found.len();
    taken_off(view, if has_rest { found } else { Vec::new() })
}

/// Takes words off that stand before or behind what a clause says, if none of their letters is in the puzzle:
/// `求数学+数学=学习`, `TWO+TWO=FOURのとき、FOUR=?`.
pub(super) fn glued(view: &View) -> Option<Change> {
    if view.is_drawn() {
        return None;
    }
    let whole = view.whole();
    let ends = (whole.start..=whole.end).filter(|i| *i == whole.end || ",、。．;\n".contains(view.sign(*i)));
    let (mut start, mut found, mut own) = (whole.start, Vec::new(), HashSet::new());
    for end in ends {
        let clause = start..end;
        start = end + 1;
        let Some(clause) = view.trimmed(clause) else { continue };
        let stop = clause.clone().rev().take_while(|i| CLOSING.contains(view.sign(*i))).last();
        let closed = stop.unwrap_or(clause.end);
        let signs = view.signs(clause.start..closed);
        let length = |word: Option<&&str>| word.map_or(0, |word| word.chars().count());
        let before = length(BEFORE.iter().find(|word| signs.starts_with(**word)));
        let behind = length(BEHIND.iter().find(|word| signs.ends_with(**word)));
        let said = clause.start + before..closed - behind;
        if said.is_empty() {
            return None;
        }
        // An operator beside them calculates with them, and `求T=` asks for a value.
        let is_operand = (before == 0 || view.behind(said.start).is_some_and(|i| view.begins_operand(i)))
            && (behind == 0 || view.before(said.end).is_some_and(|i| view.ends_operand(i)));
        let is_asked = "=:".contains(view.sign(said.end - 1));
        if is_asked || !is_operand || before + behind > 0 && !view.is_condition(said.clone()) {
            return None;
        }
        // With the punctuation that ends the text.
        let words = [clause.start..said.start, said.end..if behind > 0 { clause.end } else { said.end }];
        found.extend(words.into_iter().filter(|at| !at.is_empty()));
        own.extend(said.map(|i| view.sign(i)));
    }
    found.retain(|at| !at.clone().any(|i| own.contains(&view.sign(i))));
    taken_off(view, found)
}

/// Takes labels off at the head of lines: `問題：数学+数学=学习`, `提示：P＜M`.
pub(super) fn labels(view: &View) -> Option<Change> {
    let label = |line: Range<usize>| {
        let colon = line.clone().find(|i| view.sign(*i) == ':')?;
        let words = view.signs(line.start..colon);
        let rest = view.trimmed(colon + 1..view.len())?;
        let is_label =
            LABELS.contains(&words.trim()) || is_instruction(view, line.start..colon, rest.clone());
        (is_label && view.has_relation(rest.clone())).then_some(line.start..rest.start.min(line.end))
    };
    if view.is_drawn() {
        return None;
    }
    taken_off(view, view.lines().into_iter().filter_map(label).collect())
}

/// Whether words in such a script tell what to do with what stands behind their colon: `在□中填入合适的数字`. That has none of their
/// letters, or they have blanks.
fn is_instruction(view: &View, words: Range<usize>, rest: Range<usize>) -> bool {
    let is_letter = |i: usize| is_without_case(view.letter(i));
    let is_part = |i: usize| {
        let sign = view.sign(i);
        let is_mark = OPENING.contains(sign) || CLOSING.contains(sign) || sign.is_ascii_digit();
        is_letter(i) || is_mark || view.is_blank(i) || view.is_space(i)
    };
    let letters = words.clone().filter(|i| is_letter(*i)).count();
    let has_blanks = words.clone().any(|i| view.is_blank(i));
    let least = if has_blanks { SHORTEST_SENTENCE } else { SHORTEST_WORD };
    letters >= least && words.clone().all(is_part) && (has_blanks || !rest.clone().any(is_letter))
}

/// Takes some parts off, unless they ask for something, or name digits.
fn taken_off(view: &View, parts: Vec<Range<usize>>) -> Option<Change> {
    let is_digit = |i: &usize| view.sign(*i).is_ascii_digit();
    for part in &parts {
        let mut numbers: Vec<Range<usize>> = Vec::new();
        for i in part.clone().filter(is_digit) {
            match numbers.last_mut().filter(|last| last.end == i) {
                Some(last) => last.end = i + 1,
                None => numbers.push(i..i + 1),
            }
        }
        let is_named = |number: &Range<usize>| {
            number.start > 0 && NUMBERED.contains(view.sign(number.start - 1))
                || NUMBERED.contains(view.sign(number.end))
        };
        // All digits may be used anyway.
        let ends: Vec<String> = numbers.iter().map(|number| view.signs(number.clone())).collect();
        let is_range = ends == ["0", "9"] && view.rules.base.get() == 10;
        let calculates = view.signs(part.clone()).contains(['+', '×', '*', '·', '÷', '/', '^', '√']);
        if calculates || view.has_relation(part.clone()) || !is_range && !numbers.iter().all(is_named) {
            return None;
        }
    }
    let words = parts.iter().map(|part| view.typed(part.clone()).trim()).collect::<Vec<_>>().join(" … ");
    let edits = parts.into_iter().map(|part| Edit::cut(view.bytes(part))).collect();
    holds(view, &words, DEMANDING).then(|| Change::of(edits))?.map(|change| change.with(note(&words)))
}
