//! The entries of a shard: `solve --shard I/N`.
//!
//! A single puzzle is searched in parts. Of several, shard I has those whose numbers are I modulo N, from a file and a pipe
//! alike. Each carries a hash of the list up to it, so that `merge` notices if shards belong to different lists.

use crate::cli::checkpoint::Fingerprint;
use crate::cli::input::Entry;
use crate::cli::request::Request;
use crate::report::ShardPart;

/// Returns the entries to solve, and whether they belong to a list of several.
pub fn cut(
    mut entries: impl Iterator<Item = Entry> + Send + 'static,
    request: &Request,
) -> (Box<dyn Iterator<Item = Entry> + Send>, bool) {
    let Some(shard) = request.search.shard else { return (Box::new(entries), false) };
    let part = ShardPart { streams: request.search.stream, ..ShardPart::new(shard) };
    let first: Vec<Entry> = entries.by_ref().take(2).collect();
    if first.len() < 2 {
        let alone = move |entry| Entry { part: Some(Box::new(part.clone())), ..entry };
        return (Box::new(first.into_iter().map(alone)), false);
    }
    let part = ShardPart { fingerprint: Some(request.fingerprint_of_list()), ..part };
    let mut list = List::default();
    let numbered = first.into_iter().chain(entries).zip(1..).map(move |(entry, number)| {
        let place = Some((number, list.add(entry.line, &entry.text)));
        Entry { part: Some(Box::new(ShardPart { place, ..part.clone() })), ..entry }
    });
    let is_own = move |entry: &Entry| {
        let place = entry.part.as_ref().and_then(|part| part.place.as_ref());
        place.is_some_and(|(number, _)| shard.has(number - 1))
    };
    (Box::new(numbered.filter(is_own)), true)
}

/// The hash of a list.
#[derive(Default)]
pub struct List(Fingerprint);

impl List {
    /// Continues after a puzzle with this hash; `None` if the text is not a hash.
    pub fn behind(hash: &str) -> Option<Self> {
        Fingerprint::read(hash).map(Self)
    }

    /// Adds a puzzle, and returns the hash of the list up to it.
    pub fn add(&mut self, line: usize, text: &str) -> String {
        self.0.pair(text, &line.to_string());
        self.0.written()
    }
}
