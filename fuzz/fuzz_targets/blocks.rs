//! Any input is a stream of entries, none of which goes missing without a word.
#![no_main]

use fukumen::text::Blocks;
use fukumen::puzzle::Rules;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let lines = text.lines().map(|line| Ok(line.to_string()));
    let count = text.lines().count();
    for entry in Blocks::new(lines, Rules::default()) {
        let entry = entry.expect("reading from memory does not fail");
        assert!((1..=count).contains(&entry.line));
    }
});
