//! Properties lent by the environment in which the program runs.

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
    /// Decomposed, with look-alikes replaced by what they resemble.
    Kd,
}

/// The functions that the environment lends.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Returns a text in a normal form.
    pub normal: fn(Form, &str) -> String,
    /// Returns the lengths of the extended grapheme clusters of a text, in bytes.
    pub clusters: fn(&str) -> Vec<usize>,
    /// Returns the bytes of each word of a text, in order.
    pub words: fn(&str) -> Vec<Range<usize>>,
    /// Returns whether a character is a mark: of the general category M.
    pub is_mark: fn(char) -> bool,
}

static HOST: OnceLock<Host> = OnceLock::new();

/// Lends these functions, before anything is read. Returns whether this was the first call. Until then, each character is a
/// cluster in normal form, and no character is a mark.
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
        // The rest without a length is one cluster, so that nothing is lost.
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
