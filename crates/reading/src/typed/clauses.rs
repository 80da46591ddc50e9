//! Clauses around a puzzle in scripts without capitals: `不同的汉字代表不同的数字，求MONEY`.

use super::demands::{DEMANDING, DEMANDING_IN_SENTENCES, holds};
use super::marks::is_without_case;
use super::prose::note;
use super::view::View;
use super::{Change, Edit};

/// Words of clauses about puzzles, in scripts without capitals.
pub(super) const OF_PUZZLES: &[&str] =
    &["数字", "汉字", "漢字", "文字", "字母", "代表", "同じ", "相同", "算式", "計算", "计算", "숫자", "글자"];

/// Whether a clause in such a script speaks of puzzles.
pub(super) fn is_of_puzzles(clause: &str) -> bool {
    let is_long = clause.chars().count() >= SHORTEST_CLAUSE;
    is_long && clause.chars().all(is_without_case) && OF_PUZZLES.iter().any(|word| clause.contains(word))
}

/// The fewest characters that a clause has.
const SHORTEST_CLAUSE: usize = 4;

pub(super) fn may_have_clauses(text: &str) -> bool {
    OF_PUZZLES.iter().any(|word| text.contains(word))
}

/// Takes clauses off that speak of digits and letters in a script without capitals, if what is left is conditions.
pub(super) fn clauses(view: &View) -> Option<Change> {
    if view.is_drawn() {
        return None;
    }
    let (mut edits, mut left_out) = (Vec::new(), Vec::new());
    let (mut start, mut stop) = (0, None);
    for end in (0..=view.len()).filter(|i| ",、。．:;!?\n".contains(view.sign(*i))) {
        let Some(clause) = view.trimmed(start..end) else {
            start = end + 1;
            continue;
        };
        let signs = view.signs(clause.clone());
        let is_clause = clause.len() >= SHORTEST_CLAUSE
            && clause.clone().all(|i| is_without_case(view.letter(i)) || view.is_space(i))
            && OF_PUZZLES.iter().any(|word| signs.contains(word));
        if is_clause {
            edits.push(Edit::cut(view.bytes(start..(end + 1).min(view.len()))));
            left_out.push(view.typed(clause));
        } else if view.is_condition(clause) {
            edits.extend(stop.take().map(|stop: usize| Edit::new(view.bytes(stop..stop + 1), ", ")));
            stop = Some(end).filter(|end| "。．".contains(view.sign(*end)));
        } else {
            return None;
        }
        start = end + 1;
    }
    edits.extend(stop.map(|stop| Edit::cut(view.bytes(stop..stop + 1))));
    edits.sort_by_key(|edit| edit.at.start);
    let words = left_out.join(" … ");
    let demanding = [DEMANDING, DEMANDING_IN_SENTENCES].concat();
    holds(view, &words, &demanding).then(|| Change::of(edits))?.map(|change| change.with(note(&words)))
}
