//! From the place where the program runs.

use std::ops::Range;
use std::sync::OnceLock;

use super::plain::is_plain;

/// A normal form of Unicode (Standard Annex 15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Composed.
    C,
    /// Decomposed.
    D,
    /// Decomposed, and look-alikes put for what they are like.
    Kd,
}

/// What the place where the program runs knows of characters.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// A text in a normal form.
    pub normal: fn(Form, &str) -> String,
    /// The lengths of the extended grapheme clusters of a text, in bytes.
    pub clusters: fn(&str) -> Vec<usize>,
    /// The bytes of each word of a text, in their order.
    pub words: fn(&str) -> Vec<Range<usize>>,
    /// Whether a character is a mark: of the general category M.
    pub is_mark: fn(char) -> bool,
}

static HOST: OnceLock<Host> = OnceLock::new();

/// Hands over what is known of characters, before anything is read; says whether it is the first to do so. Until then each
/// character is a cluster in normal form, and none is a mark.
pub fn lend(host: Host) -> bool {
    HOST.set(host).is_ok()
}

fn normal(form: Form, text: &str) -> String {
    HOST.get().map_or_else(|| text.into(), |host| (host.normal)(form, text))
}

pub(super) fn composed(text: &str) -> String {
    normal(Form::C, text)
}

pub(super) fn decomposed(text: &str) -> String {
    normal(Form::D, text)
}

pub(super) fn compatible(text: &str) -> String {
    normal(Form::Kd, text)
}

pub(super) fn is_mark(c: char) -> bool {
    HOST.get().is_some_and(|host| (host.is_mark)(c))
}

pub(super) fn clusters(text: &str) -> impl Iterator<Item = &str> {
    let lengths = match HOST.get() {
        Some(host) if !is_plain(text) => (host.clusters)(text),
        _ => text.chars().map(char::len_utf8).collect(),
    };
    let (mut rest, mut lengths) = (text, lengths.into_iter());
    std::iter::from_fn(move || {
        // What no length is told of is one cluster, so that nothing is lost.
        let told = lengths.next().and_then(|length| rest.split_at_checked(length));
        let (cluster, others) = told.unwrap_or((rest, ""));
        rest = others;
        (!cluster.is_empty()).then_some(cluster)
    })
}

pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = match HOST.get() {
        Some(host) => (host.words)(text),
        None => Vec::new(),
    };
    words.into_iter().filter_map(|word| text.get(word))
}
