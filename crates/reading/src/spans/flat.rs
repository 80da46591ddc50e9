//! Drawings that a program wrote on one line: a rule between two numbers is the sign of equality.

use super::atoms::atoms;
use super::equations::equations;
use fukumen_language::text::{Draft, Edit};

/// How many signs a rule has at least.
const SHORTEST_RULE: usize = 3;

fn is_of_rule(c: char) -> bool {
    matches!(c, '-' | '–' | '—' | '―' | '─' | '_' | '=')
}

/// Writes the only rule of a line as `=`, if that makes an equation that calculates: `AB + CD ------ EFG`.
pub fn level_rules(draft: &mut Draft) {
    let text = draft.text();
    let (mut edits, mut start) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        if let Some(at) = rule(line) {
            let level = [&line[..at.start], "=", &line[at.end..]].concat();
            let found = equations(&level, &atoms(&level, 0));
            if found.iter().any(|found| found.calculates && found.at.contains(&at.start)) {
                edits.push(Edit::new(start + at.start..start + at.end, "="));
            }
        }
        start += line.len();
    }
    if !edits.is_empty() {
        draft.edit(&edits);
    }
}

/// The rule of a line, if it has one and words or numbers on both sides of it.
fn rule(line: &str) -> Option<std::ops::Range<usize>> {
    let starts = line.char_indices().filter(|(i, c)| is_of_rule(*c) && !line[..*i].ends_with(is_of_rule));
    let mut rules = starts.filter_map(|(i, _)| {
        let signs = line[i..].chars().take_while(|c| is_of_rule(*c));
        let (count, bytes) = signs.fold((0, 0), |(count, bytes), c| (count + 1, bytes + c.len_utf8()));
        (count >= SHORTEST_RULE).then_some(i..i + bytes)
    });
    let rule = rules.next()?;
    let is_inner = !line[..rule.start].trim().is_empty() && !line[rule.end..].trim().is_empty();
    (is_inner && rules.next().is_none()).then_some(rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_between_numbers_is_a_sign() {
        for (text, level) in [
            ("Add CINQ + CINQ +VINGT ------ TRENTE!", "Add CINQ + CINQ +VINGT = TRENTE!"),
            ("letters ITE x SS ====== RCPSI", "letters ITE x SS = RCPSI"),
            ("CINQ ------ TRENTE", "CINQ ------ TRENTE"),
            ("A+B --- I think --- C", "A+B --- I think --- C"),
            ("SEND+MORE\n------\nMONEY", "SEND+MORE\n------\nMONEY"),
        ] {
            let mut draft = Draft::new(text);
            level_rules(&mut draft);
            assert_eq!(draft.text(), level);
        }
    }
}
