//! Texts as people type and paste them: what is wrapped around a puzzle comes off, and what people write in place of the language
//! is put into its words.
//!
//! Each rule is a row of [`RULES`]. Firm rules work before a text is read. The others work only if a text cannot be read, so
//! that no text loses the meaning that it has. A rule that is not quite certain leaves a note: what was read, and what
//! gives the other reading. All rules change a `Draft`, which knows where each of its characters was typed.

mod alone;
mod alternatives;
mod arrows;
mod asked;
mod below;
mod cjk;
mod claims;
mod clauses;
mod demands;
mod foreign;
mod functions;
mod hints;
mod labels;
mod languages;
mod lines;
mod lists;
mod marks;
mod membership;
mod numbers;
mod operators;
mod options;
mod others;
mod passage;
mod pattern;
mod phrases;
mod prose;
mod quotes;
mod ranges;
mod rows;
mod sayings;
mod separators;
mod slips;
mod stars;
mod stated;
mod subjects;
mod tables;
mod tex;
mod times;

mod view;
mod words;

#[cfg(test)]
mod tests;

pub(super) use below::{Answer, answer_of, is_said_of, is_told_of};
pub(super) use labels::unmarked_line;
pub use others::{OtherReading, other_readings};
pub(super) use prose::sentences_alone;
pub(super) use stated::{said_by, says_letter};
pub use words::in_signs;
pub(super) use words::wheres_in_signs;

use std::borrow::Cow;

use view::View;

use crate::Aids;
use fukumen_language::message::{Note, message};
use fukumen_language::puzzle::Rules;
use fukumen_language::text::{Draft, Edit, Flaw, Heading, Slip};

/// When a rule works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// Before anything is read.
    Firm,
    /// If the text cannot be read: what is wrapped around a puzzle is none of it, whether the rest can be read or not.
    Wrapped,
    /// If it cannot be read then. If it cannot be read afterwards either, errors are about the text before.
    Loose,
    /// The same; and if all of these cannot mend it, once more without the loose ones, which may have taken words for calculations.
    Prose,
    /// With the rule above it, if that did something.
    Following,
    /// If nothing else helps; then all is read once more.
    Last,
}

/// What a rule does to a text.
#[derive(Debug, Default)]
struct Change {
    /// In the order of the text.
    edits: Vec<Edit>,
    /// About the text before the change.
    notes: Vec<Note>,
}

impl Change {
    /// These edits, if there are any.
    fn of(edits: Vec<Edit>) -> Option<Self> {
        if edits.is_empty() { None } else { Some(Self { edits, notes: Vec::new() }) }
    }

    fn with(mut self, note: impl Into<Note>) -> Self {
        self.notes.push(note.into());
        self
    }
}

/// One rule.
struct Rule {
    name: &'static str,
    when: When,
    /// Whether a text may need it: quick, and wrong on one side only.
    may: fn(&str) -> bool,
    apply: fn(&View) -> Option<Change>,
}

/// Every rule, in the order in which they work. Adding one means adding a row.
static RULES: &[Rule] = &[
    Rule {
        name: "fence",
        when: When::Firm,
        may: |text| text.contains("```") || text.contains("~~~"),
        apply: lines::fence,
    },
    Rule {
        name: "web-page",
        when: When::Firm,
        may: |text| text.contains("</") || text.contains("<br"),
        apply: |view| lines::tags(view.text),
    },
    Rule { name: "glued", when: When::Firm, may: slips::may_be_glued, apply: slips::glued },
    Rule { name: "shouted", when: When::Firm, may: slips::may_be_shouted, apply: slips::shouted },
    Rule { name: "emphasized", when: When::Firm, may: quotes::may_be_emphasized, apply: quotes::emphasized },
    Rule { name: "squares", when: When::Firm, may: stars::may_have_squares, apply: stars::squares },
    Rule {
        name: "square-symbols",
        when: When::Firm,
        may: stars::may_have_shapes,
        apply: stars::squares_among_shapes,
    },
    Rule { name: "degrees", when: When::Firm, may: |text| text.contains('°'), apply: marks::degrees },
    Rule { name: "backward-range", when: When::Firm, may: ranges::may_be_backward, apply: ranges::backward },
    Rule { name: "root-chain", when: When::Firm, may: marks::may_be_chain, apply: marks::root_chain },
    Rule {
        name: "options-of-programs",
        when: When::Firm,
        may: options::may_have_options,
        apply: options::of_programs,
    },
    Rule { name: "options", when: When::Firm, may: options::may_have_options, apply: options::options },
    Rule { name: "answer", when: When::Firm, may: below::may_have_answer, apply: below::answer },
    Rule {
        name: "asked-in-words",
        when: When::Firm,
        may: asked::may_ask_in_words,
        apply: asked::asked_in_words,
    },
    Rule { name: "cjk-base", when: When::Firm, may: cjk::may_have_base, apply: cjk::base },
    Rule { name: "cjk-remainder", when: When::Firm, may: cjk::may_have_remainder, apply: cjk::remainder },
    Rule { name: "cjk-digits", when: When::Firm, may: cjk::may_have_digits, apply: cjk::digits },
    Rule { name: "cjk", when: When::Firm, may: cjk::may_be_said, apply: cjk::said },
    Rule {
        name: "foreign-sentences",
        when: When::Firm,
        may: foreign::may_be_foreign,
        apply: foreign::sentences,
    },
    Rule {
        name: "foreign-labels",
        when: When::Firm,
        may: |text| text.contains([':', '：']) && foreign::may_be_foreign(text),
        apply: foreign::labels,
    },
    Rule { name: "parities", when: When::Firm, may: stated::may_say_parities, apply: stated::of_parities },
    Rule {
        name: "condition-in-brackets",
        when: When::Firm,
        may: separators::may_stand_in_brackets,
        apply: separators::in_brackets,
    },
    Rule { name: "range-alone", when: When::Firm, may: ranges::may_be_range, apply: ranges::range_alone },
    Rule {
        name: "second-range",
        when: When::Following,
        may: ranges::may_be_range,
        apply: ranges::range_alone,
    },
    Rule {
        name: "not-claimed",
        when: When::Firm,
        may: claims::may_not_be_claimed,
        apply: claims::not_claimed,
    },
    Rule {
        name: "heading-of-conditions",
        when: When::Firm,
        may: labels::may_have_headings,
        apply: labels::headings,
    },
    Rule { name: "hints", when: When::Firm, may: hints::may_have_hints, apply: hints::hints },
    Rule {
        name: "counted-labels",
        when: When::Firm,
        may: |text| text.contains('\n') && text.contains([':', '：', ')']),
        apply: labels::counted,
    },
    Rule { name: "foreign", when: When::Firm, may: foreign::may_be_foreign, apply: foreign::beside },
    Rule { name: "foreign-glued", when: When::Firm, may: foreign::may_be_foreign, apply: foreign::glued },
    Rule {
        name: "equal-remainder",
        when: When::Firm,
        may: words::may_equal_remainder,
        apply: words::equal_remainder,
    },
    Rule { name: "points", when: When::Firm, may: marks::may_have_points, apply: marks::points },
    Rule {
        name: "listed-between",
        when: When::Firm,
        may: marks::may_list_between,
        apply: marks::listed_between,
    },
    Rule {
        name: "rules-between",
        when: When::Firm,
        may: |text| text.contains("--"),
        apply: lines::rules_between,
    },
    Rule { name: "named-blanks", when: When::Firm, may: stars::may_name_blanks, apply: stars::named_blanks },
    Rule { name: "minus", when: When::Firm, may: rows::may_have_minus, apply: rows::minus_of_rows },
    Rule {
        name: "place-values",
        when: When::Firm,
        may: claims::may_have_place_values,
        apply: claims::place_values,
    },
    Rule { name: "implications", when: When::Firm, may: claims::may_follow, apply: claims::implications },
    Rule { name: "following", when: When::Firm, may: arrows::may_follow, apply: arrows::following },
    Rule { name: "asked", when: When::Firm, may: asked::may_ask, apply: asked::asked },
    Rule { name: "dash", when: When::Firm, may: marks::may_have_dash, apply: marks::dash },
    Rule {
        name: "dash-of-title",
        when: When::Firm,
        may: labels::may_have_dash_of_title,
        apply: labels::dash_of_title,
    },
    Rule { name: "labels", when: When::Firm, may: labels::may_have_labels, apply: labels::labels },
    Rule { name: "times", when: When::Firm, may: times::may_be_glued, apply: times::glued },
    Rule {
        name: "head-times",
        when: When::Firm,
        may: |text| text.contains(['X', 'Х', 'Ｘ']),
        apply: times::capital_in_head,
    },
    Rule { name: "underlined", when: When::Firm, may: quotes::may_be_underlined, apply: quotes::underlined },
    Rule { name: "marked-rows", when: When::Firm, may: rows::may_have_marked_rows, apply: rows::marked_rows },
    Rule { name: "far-words", when: When::Firm, may: lines::may_have_far_words, apply: lines::far_words },
    Rule {
        name: "number-words",
        when: When::Firm,
        may: numbers::may_have_number_words,
        apply: numbers::number_words,
    },
    Rule { name: "face", when: When::Firm, may: alone::may_have_face, apply: alone::face },
    Rule { name: "rating", when: When::Firm, may: alone::may_have_rating, apply: alone::rating },
    Rule { name: "question", when: When::Firm, may: alone::may_question, apply: alone::question },
    Rule { name: "asked-again", when: When::Firm, may: marks::may_end_in_blank, apply: asked::asked_again },
    Rule { name: "colon", when: When::Firm, may: separators::may_separate, apply: separators::colons },
    Rule { name: "source", when: When::Firm, may: lines::may_name_source, apply: lines::source },
    Rule { name: "two-alphabets", when: When::Firm, may: marks::may_mix, apply: marks::two_alphabets },
    Rule { name: "exclaimed", when: When::Firm, may: marks::may_exclaim, apply: marks::exclaimed },
    Rule { name: "end-blank", when: When::Firm, may: marks::may_end_in_blank, apply: marks::end_blank },
    Rule {
        name: "tags",
        when: When::Wrapped,
        may: |text| text.contains('<'),
        apply: |view| lines::tags(view.text),
    },
    Rule {
        name: "comments",
        when: When::Wrapped,
        may: |text| lines::COMMENTS.iter().any(|(open, close)| text.contains(open) || text.contains(close)),
        apply: lines::comments,
    },
    Rule {
        name: "directives",
        when: When::Wrapped,
        may: |text| text.contains(".. ") && text.contains("::"),
        apply: lines::directives,
    },
    Rule { name: "head-mark", when: When::Firm, may: marks::may_have_head_mark, apply: marks::head_mark },
    Rule { name: "said-above", when: When::Firm, may: stated::may_be_said_above, apply: stated::above },
    Rule { name: "heading", when: When::Firm, may: |text| text.contains('\n'), apply: lines::heading },
    Rule { name: "title", when: When::Firm, may: lines::may_have_title, apply: lines::title },
    Rule { name: "above-drawing", when: When::Firm, may: passage::may_stand_above, apply: passage::above },
    Rule { name: "base", when: When::Firm, may: stated::may_set_base, apply: stated::settings },
    Rule { name: "brace", when: When::Firm, may: |text| text.contains(lines::BRACES), apply: lines::brace },
    Rule { name: "hashes", when: When::Wrapped, may: |text| text.contains('#'), apply: stars::hashes },
    Rule { name: "prefix", when: When::Wrapped, may: |_| true, apply: lines::prefix },
    Rule { name: "entities", when: When::Wrapped, may: |text| text.contains('&'), apply: quotes::entities },
    Rule {
        name: "program-relations",
        when: When::Wrapped,
        may: |text| text.contains(['#', '\\', '<']),
        apply: marks::program_relations,
    },
    Rule { name: "tex", when: When::Wrapped, may: |text| text.contains(['\\', '$']), apply: tex::read },
    Rule { name: "ties", when: When::Wrapped, may: |text| text.contains('~'), apply: marks::ties },
    Rule { name: "word-list", when: When::Wrapped, may: quotes::may_be_list, apply: quotes::word_list },
    Rule { name: "form", when: When::Wrapped, may: below::may_have_form, apply: below::form },
    Rule { name: "quotes", when: When::Wrapped, may: |_| true, apply: quotes::quotes },
    Rule {
        name: "absolute",
        when: When::Wrapped,
        may: |text| text.contains('|') && text.contains(['-', '–', '−']),
        apply: functions::absolute,
    },
    Rule { name: "bold", when: When::Wrapped, may: |text| text.contains('*'), apply: quotes::bold },
    Rule { name: "cells", when: When::Wrapped, may: tables::may_have_cells, apply: tables::cells },
    Rule {
        name: "table",
        when: When::Wrapped,
        may: |text| text.contains(['|', '│', '┃']),
        apply: tables::table,
    },
    Rule { name: "modulo", when: When::Loose, may: claims::may_be_modulo, apply: claims::modulo },
    Rule {
        name: "or",
        when: When::Loose,
        may: alternatives::may_have_alternatives,
        apply: alternatives::alternatives_of_numbers,
    },
    Rule { name: "sayings", when: When::Prose, may: sayings::may_be_said, apply: sayings::said },
    Rule { name: "subjects", when: When::Prose, may: subjects::may_share, apply: subjects::shared },
    Rule { name: "items-below", when: When::Loose, may: |text| text.contains('\n'), apply: below::items },
    Rule { name: "said-below", when: When::Loose, may: words::may_be_below, apply: below::said_in_words },
    Rule {
        name: "conditions-below",
        when: When::Loose,
        may: |text| text.contains('\n'),
        apply: below::conditions,
    },
    Rule {
        name: "conditions-above",
        when: When::Loose,
        may: |text| text.contains('\n'),
        apply: below::conditions_above,
    },
    Rule {
        name: "membership",
        when: When::Loose,
        may: membership::may_be_member,
        apply: membership::membership,
    },
    Rule {
        name: "side-conditions",
        when: When::Loose,
        may: |text| text.contains([')', ']', '}', '）', '］']),
        apply: marks::side_conditions,
    },
    Rule {
        name: "membership-in-brackets",
        when: When::Following,
        may: membership::may_be_member,
        apply: membership::membership,
    },
    Rule { name: "listed", when: When::Loose, may: |text| text.contains(','), apply: marks::listed },
    Rule { name: "stops", when: When::Loose, may: words::may_stop, apply: words::stops },
    Rule { name: "paragraphs", when: When::Loose, may: |text| text.contains('\n'), apply: lines::paragraphs },
    Rule { name: "and", when: When::Loose, may: words::may_join, apply: words::and },
    Rule { name: "words", when: When::Loose, may: |_| true, apply: words::operators },
    Rule { name: "remainder", when: When::Wrapped, may: words::may_have_remainder, apply: words::remainder },
    Rule { name: "caption", when: When::Loose, may: |text| text.contains('\n'), apply: rows::caption },
    Rule {
        name: "signs-in-brackets",
        when: When::Loose,
        may: |text| text.contains('\n') && text.contains('('),
        apply: rows::signs_in_brackets,
    },
    Rule { name: "byline", when: When::Prose, may: |text| text.contains('\n'), apply: lines::byline },
    Rule { name: "list-mark", when: When::Prose, may: |_| true, apply: marks::list_mark },
    Rule { name: "drawn-dash", when: When::Loose, may: marks::may_have_dash, apply: marks::dash_of_drawing },
    Rule { name: "settings", when: When::Prose, may: stated::may_be_stated, apply: stated::settings },
    Rule {
        name: "range-of-settings",
        when: When::Following,
        may: ranges::may_be_range,
        apply: ranges::range_alone,
    },
    Rule {
        name: "label-of-settings",
        when: When::Following,
        may: labels::may_have_labels,
        apply: labels::labels,
    },
    Rule {
        name: "alternatives",
        when: When::Prose,
        may: alternatives::may_have_alternatives,
        apply: alternatives::alternatives,
    },
    Rule { name: "ornaments", when: When::Loose, may: |text| !text.is_ascii(), apply: marks::ornaments },
    Rule { name: "end-mark", when: When::Prose, may: |_| true, apply: marks::end_mark },
    Rule { name: "lines", when: When::Loose, may: |text| text.contains('\n'), apply: lines::continued },
    Rule {
        name: "capital-times",
        when: When::Loose,
        may: |text| text.contains(['X', 'Х', 'х', 'Ｘ']),
        apply: times::capital,
    },
    Rule {
        name: "stars",
        when: When::Loose,
        may: |text| text.contains(['*', '•', '∗', '＊']),
        apply: stars::blanks,
    },
    Rule { name: "starred-times", when: When::Following, may: times::may_be_glued, apply: times::glued },
    Rule {
        name: "head-cross",
        when: When::Loose,
        may: |text| text.contains(['x', 'х']),
        apply: times::in_head,
    },
    Rule {
        name: "several-unparted",
        when: When::Loose,
        may: words::may_join,
        apply: numbers::several_unparted,
    },
    Rule { name: "groups", when: When::Loose, may: |_| true, apply: numbers::groups },
    Rule { name: "mixed", when: When::Loose, may: |_| true, apply: numbers::mixed },
    Rule {
        name: "functions",
        when: When::Loose,
        may: |text| text.contains(['(', '（']),
        apply: functions::named,
    },
    Rule {
        name: "empty",
        when: When::Loose,
        may: |text| text.contains([']', ')', '）', '］']),
        apply: marks::empty,
    },
    Rule {
        name: "brackets",
        when: When::Loose,
        may: |text| text.contains(['(', '（']),
        apply: times::brackets,
    },
    Rule { name: "number-times", when: When::Loose, may: |text| text.contains('='), apply: times::numbers },
    Rule { name: "values", when: When::Loose, may: |text| text.contains('='), apply: numbers::values },
    Rule { name: "arrow", when: When::Loose, may: arrows::may_be_arrow, apply: arrows::arrow },
    Rule { name: "unparted", when: When::Loose, may: words::may_join, apply: numbers::unparted },
    Rule { name: "spaced", when: When::Loose, may: |_| true, apply: numbers::spaced },
    Rule { name: "label", when: When::Prose, may: |text| text.contains([':', '：']), apply: labels::label },
    Rule { name: "second-label", when: When::Following, may: labels::may_have_labels, apply: labels::labels },
    Rule { name: "remarks", when: When::Prose, may: |_| true, apply: lines::remarks },
    Rule { name: "sentences", when: When::Prose, may: prose::may_have_sentences, apply: prose::sentences },
    Rule { name: "clauses", when: When::Prose, may: clauses::may_have_clauses, apply: clauses::clauses },
    Rule { name: "rules", when: When::Loose, may: |text| text.contains('\n'), apply: lines::rules },
    Rule {
        name: "one-line-drawing",
        when: When::Loose,
        may: |text| !text.trim().contains('\n'),
        apply: lines::broken,
    },
    Rule {
        name: "in-brackets",
        when: When::Prose,
        may: |text| text.contains(['[', '{', '<']),
        apply: alone::brackets,
    },
    Rule { name: "between-marks", when: When::Prose, may: |_| true, apply: alone::marks },
    Rule {
        name: "line-above",
        when: When::Prose,
        may: |text| text.contains('\n'),
        apply: labels::line_above,
    },
    Rule { name: passage::NAME, when: When::Last, may: passage::may_be_passage, apply: passage::passage },
];

/// The names of the rules by which texts are read that the language as such would refuse, or read as nobody means them. A
/// [`Reader`](super::Reader) can do without some of them.
///
/// ```
/// # mod fukumen { pub use fukumen_language::*; pub use fukumen_reading::read; pub mod text { pub use fukumen_language::text::ParseError; pub use fukumen_reading::*; } }
/// assert!(fukumen::text::generous_rules().any(|name| name == "times"));
/// ```
pub fn generous_rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name)
}

/// Applies the firm rules.
pub(super) fn firm(draft: &mut Draft, rules: &Rules, aids: Aids) {
    if may_be_firm(draft.text()) {
        apply_all(draft, When::Firm, rules, aids);
    }
}

/// Whether a text has one of the signs without which no firm rule does anything. Most have none, and are read the sooner.
fn may_be_firm(text: &str) -> bool {
    let is_sign = |byte: &u8| {
        !byte.is_ascii() || matches!(byte, b'x' | b'X' | b'?' | b'!' | b'_' | b'\n' | b'[' | b'{' | b',')
    };
    text.as_bytes().iter().any(is_sign)
        || [
            "- ", "--", "</", "<b", ":", "/ ", "  /", "~ ", "| ", "* ", "> ", "base", ". ", "; ", " (",
            " to ", " thr", " bis ", "..", " where ", " with ", " if ", " when ", ") ", " ;", " =)", " =D",
            " ^", " <3",
        ]
        .iter()
        .any(|sign| text.contains(sign))
        || text.matches('=').nth(1).is_some()
        || arrows::may_follow(text)
        || slips::may_be_glued(text)
        || slips::may_be_shouted(text)
        || text.trim_start().starts_with('*')
        || text.contains('.') && text.trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// Takes off what is wrapped around a text, and says whether something was.
pub(super) fn unwrap(draft: &mut Draft, rules: &Rules, aids: Aids) -> bool {
    apply_all(draft, When::Wrapped, rules, aids)
}

/// Takes the puzzle out of a passage, and says whether there was one.
pub(super) fn passage(draft: &mut Draft, rules: &Rules, aids: Aids) -> bool {
    apply_all(draft, When::Last, rules, aids)
}

/// What is wrong with a passage whose puzzle is found, but not all of whose sentences are understood.
pub(super) fn not_understood(draft: &Draft, rules: &Rules, aids: Aids) -> Option<Slip> {
    if aids.without.contains(&passage::NAME) {
        return None;
    }
    let heading = Heading::read(draft.text(), rules).ok()?;
    let (at, puzzle) = passage::not_understood(&View::new(draft.text(), &heading, aids))?;
    let slip = Slip::new(Flaw::Stray(message!("words-not-understood")), at);
    let puzzle = puzzle.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(slip.help(message!("help-words-not-understood", puzzle = puzzle)))
}

/// Applies the first of the uncertain rules from a place on that does something, or of those for prose alone, and returns the
/// place behind it. Each is followed by a try to read, so that no text is changed more than it needs.
pub(super) fn loose(
    draft: &mut Draft,
    from: usize,
    is_prose: bool,
    rules: &Rules,
    aids: Aids,
) -> Option<usize> {
    let works = |rule: &Rule| rule.when == When::Prose || rule.when == When::Loose && !is_prose;
    let first = (from..RULES.len()).find(|i| works(&RULES[*i]) && apply(draft, &RULES[*i], rules, aids))?;
    let following = RULES[first + 1..].iter().take_while(|rule| rule.when == When::Following);
    following.for_each(|rule| {
        apply(draft, rule, rules, aids);
    });
    Some(first + 1)
}

/// Whether a text has a word in small letters, or one in a script without capitals: it is no drawing and no puzzle in capitals.
pub(super) fn has_words(text: &str) -> bool {
    let is_small = |word: &str| {
        word.chars().filter(|c| c.is_alphabetic()).count() > 2 && word.contains(char::is_lowercase)
    };
    text.chars().any(marks::is_without_case) || text.split_whitespace().any(is_small)
}

/// Whether a line has a word in a script without capitals, and two capitals side by side.
pub(super) fn is_mixed(line: &str) -> bool {
    let pairs = || line.chars().zip(line.chars().skip(1));
    let is_word = |(first, second): (char, char)| {
        first != second && marks::is_without_case(first) && marks::is_without_case(second)
    };
    pairs().any(is_word) && pairs().any(|(first, second)| first.is_uppercase() && second.is_uppercase())
}

/// Whether a line begins with the upper part of a tall brace, as the first equation of a system.
pub(super) fn begins_brace(line: &str) -> bool {
    line.trim_start().starts_with(lines::BRACES)
}

/// A line without the tags and with the entities of a web page written out, as `unwrap` will see it.
pub(super) fn bare_line(line: &str) -> Cow<'_, str> {
    if !line.contains(['<', '&']) {
        return line.into();
    }
    let mut draft = Draft::new(line);
    for rule in [lines::tags, quotes::entity_names] {
        if let Some(Change { edits, .. }) = rule(draft.text()) {
            draft.edit(&edits);
        }
    }
    draft.text().to_string().into()
}

fn apply_all(draft: &mut Draft, when: When, rules: &Rules, aids: Aids) -> bool {
    let (mut has_changed, mut follows) = (false, false);
    for rule in RULES {
        let is_next = rule.when == when || rule.when == When::Following && follows;
        follows = is_next && apply(draft, rule, rules, aids);
        has_changed |= follows;
    }
    has_changed
}

/// Applies a rule, and says whether it changed the text.
fn apply(draft: &mut Draft, rule: &Rule, rules: &Rules, aids: Aids) -> bool {
    if aids.without.contains(&rule.name) || !(rule.may)(draft.text()) || aids.interrupt.is_raised() {
        return false;
    }
    // What is wrong with the settings is for the reader to say.
    let Ok(heading) = Heading::read(draft.text(), rules) else { return false };
    let Some(Change { edits, notes }) = (rule.apply)(&View::new(draft.text(), &heading, aids)) else {
        return false;
    };
    draft.forget(&edits);
    notes.into_iter().for_each(|note| draft.note(note));
    if !edits.is_empty() {
        draft.edit(&edits);
    }
    !edits.is_empty()
}
