//! A number that is one of a set, or within a range: `A in {1,3}`, `A ∉ {1,3}`, `AB in 12..40`.

use std::ops::Range;

use super::change::Change;
use super::view::View;
use crate::text::draft::Edit;
use crate::vocabulary::signs;

/// The most values of a set.
const MOST_VALUES: usize = 100;

/// Writes sets and ranges as comparisons.
pub(super) fn membership(view: &View) -> Option<Change> {
    let mut edits = Vec::new();
    let mut done = 0;
    for (at, first) in view.text.match_indices(['i', '∈', '∉']) {
        let sign = if first == "i" { "in" } else { first };
        let after = at + sign.len();
        let is_space = |c: Option<char>| c.is_some_and(char::is_whitespace);
        let is_sign = view.text[at..].starts_with(sign)
            && (first != "i"
                || is_space(view.text[..at].chars().next_back())
                    && is_space(view.text[after..].chars().next()));
        if at < done || !is_sign {
            continue;
        }
        let start = view.text[done..at].rfind([',', ';', '\n']).map_or(done, |i| done + i + 1);
        let subject = view.text[start..at].trim();
        let Some(values) = Values::read(&view.text[after..]).filter(|_| !subject.is_empty()) else {
            continue;
        };
        let start = start + view.text[start..at].find(subject)?;
        let end = after + values.length;
        edits.extend(values.edits(subject, start, start + subject.len()..end, sign == "∉")?);
        done = end;
    }
    Change::of(edits)
}

/// Values after the sign, and how many bytes they are.
struct Values<'t> {
    all: Vec<&'t str>,
    is_range: bool,
    length: usize,
}

impl<'t> Values<'t> {
    /// Reads `{1,3}` or `1..5`.
    fn read(text: &'t str) -> Option<Self> {
        let rest = text.trim_start();
        let before = text.len() - rest.len();
        let is_number =
            |value: &&str| !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if let Some((inner, _)) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
            let all: Vec<&str> = inner.split(',').map(str::trim).collect();
            let fits = all.len() <= MOST_VALUES && all.iter().all(is_number);
            return fits.then_some(Self { all, is_range: false, length: before + inner.len() + 2 });
        }
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(rest.len());
        let (first, last) = rest[..end].split_once("..")?;
        let fits = is_number(&first) && is_number(&last);
        fits.then(|| Self { all: vec![first, last], is_range: true, length: before + end })
    }

    /// The edits that write it as comparisons, of a subject that begins at `start`; the sign and the values stand in `rest`.
    fn edits(&self, subject: &str, start: usize, rest: Range<usize>, is_denied: bool) -> Option<Vec<Edit>> {
        if self.is_range {
            let (first, last) = (self.all[0], self.all[1]);
            let outside = || format!("<{first} || {subject}>{last}");
            let is_once = !subject.contains(|c| signs::is_blank(c) || c == '*');
            return match is_denied {
                false => Some(vec![
                    Edit::new(start..start, format!("{first}≤")),
                    Edit::new(rest, format!("≤{last}")),
                ]),
                true => is_once.then(|| vec![Edit::new(rest, outside())]),
            };
        }
        // A blank that is written twice is two.
        if self.all.len() > 1 && subject.contains(|c| signs::is_blank(c) || c == '*') {
            return None;
        }
        let (sign, link) = if is_denied { ("≠", " && ") } else { ("=", " || ") };
        let all: Vec<String> = self.all.iter().map(|value| format!("{subject}{sign}{value}")).collect();
        Some(vec![Edit::new(rest, all.join(link)[subject.len()..].to_owned())])
    }
}
