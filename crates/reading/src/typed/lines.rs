//! What stands around the lines of a text, and lines that were broken or joined on the way.

use std::collections::HashSet;
use std::ops::Range;

use super::prose::without_remarks;
use super::view::View;
use super::{Change, Edit, prose, times};
use fukumen_language::message::message;
use fukumen_language::text::lines;
use fukumen_language::vocabulary::signs::RULES;
use fukumen_language::vocabulary::{OPERATORS, Tier, signs};

/// Tags of web pages that stand around a text.
const TAGS: &[&str] = &[
    "pre",
    "code",
    "tt",
    "p",
    "div",
    "span",
    "center",
    "b",
    "i",
    "strong",
    "em",
    "blockquote",
    "font",
    "td",
    "li",
    "ul",
    "ol",
    "u",
    "small",
    "big",
    "body",
    "html",
];
/// Tags in comments of programs, which say nothing of a puzzle.
const TAGS_IN_COMMENTS: &[&str] =
    &["author", "copyright", "license", "param", "return", "returns", "see", "since", "version"];
/// Those of which each is a line of its own.
const BLOCKS: &[&str] = &["p", "div", "li"];
/// What stands around comments.
pub(super) const COMMENTS: &[(&str, &str)] = &[("/*", "*/"), ("<!--", "-->")];
/// Tags that say something, and what stands in place of their beginnings and ends: bars around the cells of tables.
const MEANINGFUL: &[(&str, &str, &str)] = &[
    ("sup", "^(", ")"),
    ("sub", "@", ""),
    ("tr", "\n|", "\n"),
    ("td", " ", " |"),
    ("th", " ", " |"),
    ("table", "", ""),
    ("tbody", "", ""),
    ("thead", "", ""),
];
/// What may stand before every line of a quoted text.
const PREFIXES: &[&str] = &["- [ ] ", "- [x] ", "[ ] ", "[x] ", ">", ":", "%", "//", ";;", "- ", "* ", "#"];
/// How a line begins that says who made a puzzle.
const BYLINES: &[&str] = &[
    "author:",
    "autor:",
    "by ",
    "par ",
    "por ",
    "source:",
    "von ",
    "автор:",
    "作:",
    "作：",
    "作者:",
    "作者：",
    "出典:",
    "出典：",
    "出題:",
    "出題：",
];

/// What stands before the rows of a drawing that are added, taken off or multiplied by.
const ROW_SIGNS: [char; 7] = ['+', '-', '−', '–', '×', '✕', 'x'];

/// Signs in what people say around a puzzle, besides letters.
const SAID: &str = ",.!?:;()'’\"…-¡¿。、！？，";

/// The longest tag.
const LONGEST_TAG: usize = 200;

/// The lines of a text with the bytes that they take, without their ends.
pub(super) fn raw_lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let range = start..start + line.trim_end_matches(['\n', '\r']).len();
        start += line.len();
        range
    });
    lines.collect()
}

/// Takes off the fence around a block of Markdown, with something said above or below it or nothing.
pub(super) fn fence(view: &View) -> Option<Change> {
    let all = raw_lines(view.text);
    let lines: Vec<_> = all.into_iter().filter(|line| !lines::is_blank(&view.text[line.clone()])).collect();
    let fences_of = |mark: &str| {
        let is_fence = |line: &&Range<usize>| view.text[(*line).clone()].trim_start().starts_with(mark);
        let mut fences = lines.iter().filter(is_fence);
        let (open, close) = (fences.next()?, fences.next()?);
        let name = view.text[open.clone()].trim()[mark.len()..].trim();
        let is_pair = fences.next().is_none() && view.text[close.clone()].trim() == mark;
        let is_around = open == lines.first()? && close == lines.last()?;
        let fits = is_pair && lines.len() > 2 && !name.contains(mark) && (is_around || !name.contains(' '));
        fits.then(|| (open.clone(), close.clone()))
    };
    let (open, close) = ["```", "~~~"].into_iter().find_map(fences_of)?;
    let at = open.end - view.text[open.clone()].trim_start().len();
    // Behind the fence stands the name of a language, or the first row.
    let is_name = !view.text[at..open.end].trim_end().contains(' ');
    let first = if is_name { Edit::cut(open) } else { Edit::new(at..at + 3, "   ") };
    Change::of(vec![first, Edit::cut(close)])
}

/// Takes paragraphs of words off above and below a drawing: greetings, thanks, who asks. None names a letter or a number of it.
pub(super) fn paragraphs(view: &View) -> Option<Change> {
    let mut paragraphs: Vec<Vec<Range<usize>>> = Vec::new();
    let mut end = None;
    for line in view.lines() {
        let gap = end.map_or(0, |end: usize| (end..line.start).filter(|i| view.sign(*i) == '\n').count());
        end = Some(line.end);
        match paragraphs.last_mut() {
            Some(paragraph) if gap < 2 => paragraph.push(line),
            _ => paragraphs.push(vec![line]),
        }
    }
    let is_said =
        |i: usize| view.letter(i).is_alphabetic() || view.is_space(i) || SAID.contains(view.sign(i));
    let is_small = |word: &Range<usize>| (word.start + 1..word.end).any(|i| view.letter(i).is_lowercase());
    let is_of_words = |line: &Range<usize>| {
        let words = view.words(line.clone());
        // A capital alone may be a letter of the puzzle.
        let is_letter = |word: &Range<usize>| word.len() == 1 && view.sign(word.start).is_uppercase();
        let is_i = |word: &Range<usize>| view.sign(word.start) == 'I' && words.len() > 2;
        line.clone().all(is_said)
            && words.iter().any(is_small)
            && !words.iter().any(|word| is_letter(word) && !is_i(word))
    };
    let (words, rows): (Vec<_>, Vec<_>) =
        paragraphs.into_iter().partition(|paragraph| paragraph.iter().all(is_of_words));
    let is_drawing =
        matches!(rows.as_slice(), [rows] if rows.iter().any(|row| lines::is_rule(view.typed(row.clone()))));
    is_drawing.then(|| without_remarks(view, words.into_iter().flatten()))?
}

/// Takes one or two words off that stand above a drawing with an empty line between them, in which nothing is missing: it
/// has its own rows and no other gap.
pub(super) fn heading(view: &View) -> Option<Change> {
    let all: Vec<&str> = view.text.lines().skip_while(|line| lines::is_blank(line)).collect();
    let rows = all.get(1..)?.iter().skip_while(|line| lines::is_blank(line)).copied().collect::<Vec<_>>();
    let has_gap = all.len() > rows.len() + 1
        && !rows.iter().rev().skip_while(|row| lines::is_blank(row)).any(|row| lines::is_blank(row));
    let begins_with_sign = |row: &str| row.trim_start().starts_with(ROW_SIGNS);
    let rule = rows.iter().position(|row| lines::is_rule(row))?;
    let is_whole =
        rule >= 2 && !begins_with_sign(rows[0]) && rows[1..rule].iter().any(|row| begins_with_sign(row));
    let first = view.lines().into_iter().next()?;
    let words = view.words(first.clone());
    let is_name = |i: usize| {
        view.letter(i).is_alphanumeric() || view.is_picture(i) || "#№º°.!。 \t".contains(view.sign(i))
    };
    let is_heading =
        words.len() <= 2 && first.clone().all(is_name) && view.typed(first.clone()) == all[0].trim();
    // `Solve` above rows in capitals.
    let is_alone =
        all[0].contains(times::is_small) && !all[1..].iter().any(|row| row.contains(times::is_small));
    ((has_gap || is_alone) && is_whole && is_heading)
        .then(|| without_remarks(view, std::iter::once(first)))?
}

/// Takes off the tags of web pages.
pub(super) fn tags(text: &str) -> Option<Change> {
    let mut edits = Vec::new();
    let mut from = 0;
    let mut closed = None;
    while let Some(open) = text[from..].find('<').map(|at| from + at) {
        from = open + 1;
        let inside = &text[from..];
        let Some(length) =
            inside.find(['>', '<', '\n']).filter(|at| *at < LONGEST_TAG && inside[*at..].starts_with('>'))
        else {
            continue;
        };
        // The name follows at once, and then its attributes: `A < B or C > D`, `A<B and C>D` have no tag.
        let tag = inside[..length].trim_matches('/').trim_end();
        let mut words = tag.split(char::is_whitespace);
        let name = words.next().unwrap_or("");
        let is_named = words.next().is_none() || tag.contains('=') && !tag.contains("==");
        // A capital alone may be compared, unless its tag ends somewhere.
        let is_letter = name.len() == 1 && name.starts_with(|c: char| c.is_uppercase());
        let is_compared = is_letter && !closed.get_or_insert_with(|| closed_tags(text)).contains(name);
        if !is_named || is_compared || inside[length..].starts_with(">=") {
            continue;
        }
        let end = from + length + 1;
        let is_end = inside.starts_with('/');
        let cell = MEANINGFUL.iter().find(|(known, ..)| name.eq_ignore_ascii_case(known));
        if name.eq_ignore_ascii_case("br") {
            edits.push(Edit::new(open..end, "\n"));
        } else if name.eq_ignore_ascii_case("hr") {
            edits.push(Edit::new(open..end, "\n--------\n"));
        } else if let Some((_, before, behind)) = cell {
            edits.push(Edit::new(open..end, if is_end { *behind } else { *before }));
        } else if TAGS.iter().any(|known| name.eq_ignore_ascii_case(known)) || is_link(tag) {
            let is_block = is_end && BLOCKS.iter().any(|known| name.eq_ignore_ascii_case(known));
            let goes_on = || !text[end..].trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
            edits.push(Edit::new(open..end, if is_block && goes_on() { "\n" } else { "" }));
        } else {
            continue;
        }
        from = end;
    }
    Change::of(edits)
}

/// The names of the tags that end somewhere.
fn closed_tags(text: &str) -> HashSet<&str> {
    text.split("</").skip(1).filter_map(|rest| rest.split_once('>')).map(|(name, _)| name).collect()
}

/// Takes off the rules between equations of which each is one by itself.
pub(super) fn rules_between(view: &View) -> Option<Change> {
    let lines = view.lines();
    let is_rule = |line: &Range<usize>| lines::is_rule(view.typed(line.clone()));
    let is_equation = |line: &Range<usize>| {
        view.has_relation(line.clone())
            && view.begins_operand(line.start)
            && view.ends_operand(line.end - 1)
            && view.is_condition(line.clone())
    };
    let (rules, others): (Vec<Range<usize>>, Vec<_>) = lines.into_iter().partition(is_rule);
    let fits = others.len() > 1 && others.iter().all(is_equation);
    fits.then(|| Change::of(rules.into_iter().map(|line| Edit::cut(view.bytes(line))).collect()))?
}

/// Whether a tag begins or ends a link: `<a href="…">`. Other letters between such signs are compared.
fn is_link(tag: &str) -> bool {
    tag == "a" || tag.strip_prefix("a ").is_some_and(|rest| rest.contains('='))
}

/// Takes comments off, as programs and web pages have them: `/* … */`, `<!-- … -->`. Of a comment that is all there is, only its
/// marks, and the star before each of its lines.
pub(super) fn comments(view: &View) -> Option<Change> {
    let mut edits = Vec::new();
    let whole = view.text.trim();
    if whole.starts_with("/*") && whole.find("*/").is_none_or(|end| end + 2 == whole.len()) {
        let mark = |line: Range<usize>| {
            let typed = view.text[line.clone()].trim_start();
            let stars = |typed: &str| typed.len() - typed.trim_start_matches('*').len();
            let length = match typed.strip_prefix('/') {
                Some(rest) if rest.starts_with('*') => 1 + stars(rest),
                _ if typed.starts_with("*/") => 0,
                _ => stars(typed).min(1),
            };
            let start = line.end - typed.len();
            // What tools read that make pages of comments: `@author Ada`.
            let tag = lines::setting(typed[length..].trim()).map_or("", |(name, _)| name);
            let is_tag = TAGS_IN_COMMENTS.contains(&tag);
            Edit::cut(start..if is_tag { line.end } else { start + length })
        };
        edits.extend(raw_lines(view.text).into_iter().map(mark).filter(|edit| !edit.at.is_empty()));
        if let Some(end) = view.text.rfind("*/") {
            edits.retain(|edit| edit.at.end <= end);
            edits.push(Edit::cut(end..end + 2));
        }
        return Change::of(edits);
    }
    // The end of one whose beginning was not copied.
    if !view.text.contains("/*")
        && let Some(rest) = whole.strip_suffix("*/")
    {
        let end = view.text.len() - view.text.trim_start().len() + rest.len();
        return Change::of(vec![Edit::cut(end..end + 2)]);
    }
    let (mut from, mut notes) = (0, Vec::new());
    while let Some((at, close)) =
        COMMENTS.iter().filter_map(|(open, close)| Some((from + view.text[from..].find(open)?, close))).min()
    {
        let end = at + view.text[at..].find(close)? + close.len();
        edits.push(Edit::cut(at..end));
        from = end;
        // It may be a condition.
        let inner = view.text[at..end - close.len()].trim_start_matches("<!--");
        if inner.contains(['=', '≠', '<', '>', '≤', '≥']) {
            notes.push(prose::note(&view.text[at..end]).into());
        }
    }
    Some(Change { notes, ..Change::of(edits)? })
}

/// Takes off the lines of reStructuredText that say what the block below them is: `.. math::`, `.. code-block:: text`.
pub(super) fn directives(view: &View) -> Option<Change> {
    let is_directive = |line: &Range<usize>| {
        let directive =
            view.text[line.clone()].trim().strip_prefix(".. ").and_then(|rest| rest.split_once("::"));
        directive.is_some_and(|(name, argument)| {
            !name.is_empty()
                && name.chars().all(|c| c.is_ascii_lowercase() || c == '-')
                && argument.trim().chars().all(|c| c.is_ascii_lowercase() || c == '-')
        })
    };
    Change::of(raw_lines(view.text).into_iter().filter(is_directive).map(Edit::cut).collect())
}

/// Takes off a mark that stands before every line, as in mails and in comments of programs.
pub(super) fn prefix(view: &View) -> Option<Change> {
    let all = raw_lines(view.text);
    let mut lines: Vec<_> =
        all.into_iter().filter(|line| !lines::is_blank(&view.text[line.clone()])).collect();
    let start = |line: &Range<usize>| line.end - view.text[line.clone()].trim_start().len();
    // In a mail, what is quoted stands among other lines.
    let is_quoted = |line: &Range<usize>| view.text[start(line)..].starts_with('>');
    if lines.iter().filter(|line| is_quoted(line)).count() > 1 {
        lines.retain(is_quoted);
    }
    let has = |mark: &str| lines.iter().all(|line| view.text[start(line)..line.end].starts_with(mark));
    let mark = PREFIXES.iter().find(|mark| has(mark)).filter(|mark| match **mark {
        // Lines of comments are no part of the text, unless all are.
        "#" => view.whole().is_empty(),
        "- " | "* " => lines.len() > 2,
        _ => !lines.is_empty(),
    })?;
    let mark = mark.trim_end();
    let is_spaced = lines.iter().all(|line| {
        let rest = &view.text[start(line) + mark.len()..line.end];
        rest.is_empty() || rest.starts_with(' ')
    });
    let edit = |line: &Range<usize>| {
        let at = start(line);
        let rest = &view.text[at + mark.len()..line.end];
        let more = match mark {
            "#" => {
                let name = rest.trim_start_matches('#');
                rest.len() - name.len() + number_of_puzzle(name)
            }
            // What was quoted twice has the mark twice.
            ">" => {
                let marks = rest.len() - rest.trim_start_matches([' ', '>']).len();
                rest[..marks].rfind('>').map_or(0, |last| last + 1)
            }
            _ => 0,
        };
        let end = (at + mark.len() + more + usize::from(is_spaced)).min(line.end);
        Edit::cut(at..end)
    };
    Change::of(lines.iter().map(edit).collect())
}

/// How long the number of a puzzle is that stands behind `#`: digits with a space behind them.
fn number_of_puzzle(text: &str) -> usize {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with(char::is_whitespace) { text.len() - rest.len() } else { 0 }
}

/// Joins lines of which one ends with an operator, or the next begins with a relation or a sign of products, if that makes
/// conditions of all of them.
pub(super) fn continued(view: &View) -> Option<Change> {
    let lines = view.lines();
    let is_joined = |pair: &[Range<usize>]| ends_open(view, &pair[0]) || begins_open(view, &pair[1]);
    let joints: Vec<&[Range<usize>]> = lines.windows(2).filter(|pair| is_joined(pair)).collect();
    let mut whole: Vec<Range<usize>> = Vec::new();
    let mut joined = joints.iter().map(|pair| &pair[1]).peekable();
    for line in &lines {
        let is_joined = joined.next_if(|next| *next == line).is_some();
        match whole.last_mut().filter(|_| is_joined) {
            Some(last) => last.end = line.end,
            None => whole.push(line.clone()),
        }
    }
    let is_condition = |line: &Range<usize>| {
        view.has_relation(line.clone()) && !ends_open(view, line) && !begins_open(view, line)
    };
    if joints.is_empty() || !whole.iter().all(is_condition) {
        return None;
    }
    Change::of(joints.iter().map(|pair| Edit::new(view.bytes(pair[0].end..pair[1].start), " ")).collect())
}

/// Whether a line ends with an operator that needs an operand.
fn ends_open(view: &View, line: &Range<usize>) -> bool {
    let text = view.signs(line.clone());
    let mut tiers =
        OPERATORS.iter().filter(|row| !matches!(row.tier, Tier::Postfix | Tier::Not | Tier::Root));
    tiers.any(|row| row.spellings.iter().any(|spelling| text.ends_with(spelling)))
}

/// Whether a line begins with an operator that needs something before it, and is none of a sign alone.
fn begins_open(view: &View, line: &Range<usize>) -> bool {
    let text = view.signs(line.clone());
    let mut tiers = OPERATORS
        .iter()
        .filter(|row| matches!(row.tier, Tier::Relation | Tier::Product | Tier::And | Tier::Or));
    tiers.any(|row| row.spellings.iter().any(|spelling| text.starts_with(spelling)))
}

/// Draws rules of dashes where they are drawn of other signs: combining overlines behind spaces, the long vowel of katakana,
/// pairs of dots, mixed dashes.
pub(super) fn rules(view: &View) -> Option<Change> {
    let mut edits = Vec::new();
    for line in view.lines() {
        let text = view.typed(line.clone());
        let visible = || text.chars().filter(|c| !c.is_whitespace());
        let is_all = |signs: &str| visible().all(|c| signs.contains(c)) && visible().count() > 1;
        let are_dots = view.words(line.clone()).iter().all(|word| word.len() == 2)
            && is_all(".・")
            && visible().count() > 5;
        let are_plain = is_all(RULES) && !lines::is_rule(text);
        if is_all("\u{304}\u{305}\u{332}") || is_all("ー") || are_dots || are_plain {
            let wide = if is_all("ー") { 2 } else { 1 };
            edits.push(Edit::new(view.bytes(line.clone()), "-".repeat((wide * visible().count()).max(3))));
        }
    }
    Change::of(edits)
}

/// Takes remarks off the ends of rows and of a condition, and lines of words off the head.
pub(super) fn remarks(view: &View) -> Option<Change> {
    let lines = view.lines();
    let is_title = |line: &Range<usize>| {
        let text = view.typed(line.clone()).trim();
        let is_plain = |c: char| c.is_alphanumeric() || c.is_whitespace() || ".,'’#№-".contains(c);
        let is_sentence = text.contains(times::is_small) && text.chars().all(is_plain);
        (text.ends_with([':', '：']) || is_sentence)
            && text.chars().filter(|c| c.is_alphabetic()).count() > 3
            && !view.is_condition(line.clone())
    };
    let all = lines.iter().enumerate().filter_map(|(i, line)| match i {
        0 if lines.len() > 1 && is_title(line) => Some(line.clone()),
        _ if lines.len() > 1 && is_in_brackets(view, line.clone()) => Some(line.clone()),
        _ => remark(view, line),
    });
    without_remarks(view, all)
}

pub(super) fn may_have_far_words(text: &str) -> bool {
    text.contains('\n') && text.contains("   ") && text.contains(char::is_lowercase)
}

/// Takes words off that stand far to the right of the rows of a drawing, if no other letter of it is small.
pub(super) fn far_words(view: &View) -> Option<Change> {
    let small = |range: Range<usize>| range.filter(|i| view.sign(*i).is_lowercase()).count();
    if !view.is_drawn() {
        return None;
    }
    let far = |line: &Range<usize>| {
        let words = view.words(line.clone());
        let joint = words.windows(2).find(|pair| pair[1].start - pair[0].end > 2)?;
        let part = joint[0].end..line.end;
        // Letters that stand apart are the digits of a row that is drawn with wide columns.
        words.iter().any(|word| word.start >= part.start && small(word.clone()) > 2).then_some(part)
    };
    let parts: Vec<Range<usize>> = view.lines().iter().filter_map(far).collect();
    let in_parts: usize = parts.iter().map(|part| small(part.clone())).sum();
    if in_parts < small(0..view.len()) {
        return None;
    }
    without_remarks(view, parts)
}

pub(super) fn may_name_source(text: &str) -> bool {
    ["- ", "– ", "— ", "· ", "• ", "/ ", "~ ", "| ", "… ", "* ", "> "].iter().any(|dash| text.contains(dash))
        && text.contains(char::is_lowercase)
}

/// A word behind a dash.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Name,
    /// In small letters, not all of them letters of the puzzle.
    Small,
    Short,
    Other,
}

/// Takes a dash and names or small words off the end of a puzzle that has no small letters, `SEND+MORE=MONEY - Dudeney`, and a
/// remark behind `//`.
pub(super) fn source(view: &View) -> Option<Change> {
    let whole = view.whole();
    let first = whole.clone().find(|i| view.sign(*i).is_lowercase())?;
    let last = (whole.start..first).rev().find(|i| "-–—/·•~|…*>:".contains(view.letter(*i)))?;
    let is_same = |i: &usize| view.sign(*i) == view.sign(last);
    let dash = last + 1 - (whole.start..=last).rev().take_while(is_same).count();
    let dash = dash - usize::from(view.sign(last) == '>' && dash > 0 && "=-".contains(view.sign(dash - 1)));
    let main = view.trimmed(whole.start..dash)?;
    // Two strokes begin a remark in programs.
    let is_remark = view.sign(last) == '/' && last > dash;
    let is_apart = main.end < dash && view.is_space(last + 1) && !main.clone().any(|i| view.sign(i) == '\n');
    let names = last + 1..whole.end;
    // `// gcd(D, E)` is a division without a remainder.
    let is_call = |i: usize| view.sign(i) == '(' && view.letter(i - 1).is_alphanumeric();
    if names.clone().skip(1).any(is_call) {
        return None;
    }
    let known: HashSet<char> = main.clone().filter(|i| view.is_hidden(*i)).map(|i| view.sign(i)).collect();
    // What is said of the puzzle names a letter of it; small words may be one if they have no other letters.
    let is_own = |letter: char| letter.to_uppercase().all(|capital| known.contains(&capital));
    let word = |word: &Range<usize>| {
        let signs = view.signs(word.clone());
        let is_symbol = word.len() == 1 && signs.chars().all(|letter| known.contains(&letter));
        let has_signs = signs.contains(|c: char| !c.is_alphanumeric() && !".,'’-()!".contains(c));
        if has_signs {
            return None;
        }
        let letters = signs.trim_end_matches(['.', '!', ',']);
        let is_titled = signs.starts_with(char::is_uppercase) && signs.contains(char::is_lowercase);
        Some(match word.len() {
            3.. if is_titled || is_remark => Word::Name,
            // An initial before a name, or what is calculated with.
            _ if is_symbol && !is_remark => Word::Other,
            3.. if letters.chars().all(char::is_lowercase) && !letters.chars().all(is_own) => Word::Small,
            _ if letters.chars().all(char::is_lowercase) => Word::Short,
            _ => Word::Other,
        })
    };
    let found: Vec<Word> = view.words(names.clone()).iter().map(word).collect::<Option<_>>()?;
    let is_said =
        found.contains(&Word::Name) || found.contains(&Word::Small) && !found.contains(&Word::Other);
    let is_source = is_apart && is_said && view.is_condition(main.clone());
    is_source.then(|| without_remarks(view, std::iter::once(main.end..whole.end)))?
}

/// Takes off the last line of a text, if it says who made the puzzle: `by H. E. Dudeney`, `作:大西京子`.
pub(super) fn byline(view: &View) -> Option<Change> {
    let lines = view.lines();
    let (last, above) = lines.split_last()?;
    let typed = view.typed(last.clone()).to_lowercase();
    let names = BYLINES.iter().find_map(|word| typed.strip_prefix(word))?;
    let has_name = names.trim_start_matches([':', '：']).chars().any(char::is_alphabetic);
    // What web pages have between the two is a bar.
    let is_bar = |line: &&Range<usize>| view.signs((*line).clone()) == "|";
    let bars = above.iter().rev().take_while(is_bar).count();
    let start = above.get(..above.len() - bars)?.last()?.end;
    has_name.then(|| without_remarks(view, std::iter::once(start..last.end)))?
}

/// The parts of a tall brace before the equations of a system.
pub(crate) const BRACES: &[char] = &['⎧', '⎨', '⎩', '⎪', '⎰', '⎱'];

/// Takes the parts of a tall brace off that stand before conditions.
pub(super) fn brace(view: &View) -> Option<Change> {
    let lines = view.lines();
    let braces = lines.iter().filter(|line| BRACES.contains(&view.sign(line.start)));
    Change::of(braces.map(|line| Edit::cut(view.bytes(line.start..line.start + 1))).collect())
}

pub(super) fn may_have_title(text: &str) -> bool {
    let mut lines = text.lines();
    let first = lines.next().is_some_and(|line| line.contains(char::is_lowercase));
    first && lines.any(|line| !line.contains(char::is_lowercase))
}

/// Takes sentences off above a drawing in capitals or blanks, where they might be read as a row: `How large is N?`.
pub(super) fn title(view: &View) -> Option<Change> {
    let lines = view.lines();
    let is_sentence = |line: &&Range<usize>| {
        let parts = prose::parts(view, line);
        let is_said = |i: usize| parts[i].is_prose || prose::is_asked(view, &parts, i);
        // `AB ) CD` is a division.
        let signs = view.signs((*line).clone());
        let divides = signs.contains(')') && !signs.contains('(');
        view.words((*line).clone()).len() > 2 && !divides && (0..parts.len()).all(is_said)
    };
    let count = lines.iter().take_while(is_sentence).count();
    let (sentences, rows) = lines.split_at(count);
    let has_small =
        rows.iter().any(|row| row.clone().any(|i| view.sign(i).is_lowercase() && view.sign(i) != 'x'));
    let fits = view.is_drawn() && count > 0 && rows.len() > 1 && !has_small;
    fits.then(|| without_remarks(view, sentences.iter().cloned()))?
}

/// The remark behind a row: an arrow and what it says, or words in brackets.
fn remark(view: &View, line: &Range<usize>) -> Option<Range<usize>> {
    let is_arrow = |i: usize| {
        let arrow = view.signs(i..line.end.min(i + 2));
        arrow == "<-" || arrow == "//" || arrow.starts_with('←') || arrow.starts_with('#')
    };
    let bracket = line.clone().rev().find(|i| "([".contains(view.sign(*i)));
    let begins = |i: &usize| {
        *i > line.start
            && view.is_space(i - 1)
            && !view.is_space(*i)
            && (is_arrow(*i) || Some(*i) == bracket && is_in_brackets(view, *i..line.end))
    };
    let start = line.clone().find(begins)?;
    let end = view.trimmed(line.start..start)?.end;
    // The full stop of a sentence goes with the one behind it.
    let ends_sentence = !view.is_drawn() && view.sign(end - 1) == '.' && end > line.start + 1;
    let stop = ends_sentence && view.ends_operand(end - 2);
    Some(end - usize::from(stop)..line.end)
}

/// Whether a part is words in brackets and nothing else, not a number or a calculation.
fn is_in_brackets(view: &View, part: Range<usize>) -> bool {
    let signs = view.signs(part.clone());
    let bare = |open, close| signs.strip_prefix(open)?.strip_suffix(close);
    let Some(inner) = bare('(', ')').or_else(|| bare('[', ']')) else { return false };
    // The number of an equation, a note or a year.
    if inner.len() <= 4 && !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_digit()) {
        return !view.is_drawn();
    }
    let letters = inner.chars().filter(|c| c.is_alphabetic()).count();
    letters > 2
        && !inner.contains(['(', ')', '+', '×', '*', '/'])
        && (inner.contains(' ') || letters + 2 > inner.chars().count())
}

/// Puts the line breaks of a drawing back that stands on one line, with its rules in it.
pub(super) fn broken(view: &View) -> Option<Change> {
    let words = view.words(view.whole());
    let is_rule = |word: &Range<usize>| {
        let first = view.sign(word.start);
        word.len() > 2 && signs::RULES.contains(first) && word.clone().all(|i| view.sign(i) == first)
    };
    if words.len() < 3 || !words.iter().any(is_rule) {
        return None;
    }
    let is_sign = |word: &Range<usize>| word.len() == 1 && "+-−×x*÷".contains(view.sign(word.start));
    let breaks = words.windows(2).filter(|pair| !is_sign(&pair[0]));
    let edits = breaks.map(|pair| Edit::new(view.bytes(pair[0].end..pair[1].start), "\n")).collect();
    Some(Change::of(edits)?.with(message!("note-line-breaks")))
}
