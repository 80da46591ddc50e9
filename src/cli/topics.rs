//! `fukumen help TOPIC`: a page for each topic that the options do not explain.

use std::ffi::OsString;

/// The text that the program prints when it is called without arguments.
pub const START: &str = include_str!("topics/start.txt");

/// The topics, by name.
const TOPICS: &[(&str, &str)] = &[
    ("drawings", include_str!("topics/drawings.txt")),
    ("forms", include_str!("topics/forms.txt")),
    ("making", include_str!("topics/making.txt")),
    ("rules", include_str!("topics/rules.txt")),
];

/// Returns the page that `help NAME` names, if it is one of a topic.
pub fn topic(arguments: &[OsString]) -> Option<&'static str> {
    let [_, help, name] = arguments else { return None };
    let is_asked = |topic: &&(&str, &str)| help == "help" && *name == topic.0;
    TOPICS.iter().find(is_asked).map(|(_, page)| *page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Reader;

    /// Commands with a puzzle in quotes: the puzzle can be read. Drawings follow a mark.
    #[test]
    fn every_puzzle_of_the_pages_can_be_read() {
        for (name, page) in TOPICS.iter().chain(&[("start", START)]) {
            let commands = page.lines().filter_map(|line| line.trim().strip_prefix("fukumen "));
            let quoted = commands
                .filter(|line| !line.starts_with("generate"))
                .filter_map(|line| line.split('\'').nth(1));
            let drawn = page.split("```").skip(1).step_by(2);
            let mut puzzles =
                quoted.chain(drawn).filter(|text| text.contains(['+', '-', '×', '*', '=', ')'])).peekable();
            assert!(puzzles.peek().is_some() || *name == "making", "{name} has no puzzle");
            for text in puzzles {
                let text = text.trim_matches('\n').replace("\\n", "\n");
                Reader::new().read(&text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
            }
        }
    }

    #[test]
    fn a_page_fits_a_terminal() {
        for (name, page) in TOPICS.iter().chain(&[("start", START)]) {
            let long = page.lines().find(|line| line.chars().count() > 80);
            assert_eq!(long, None, "{name}");
        }
    }
}
