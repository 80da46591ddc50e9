//! Durations and sizes as people write them: `90`, `1.5s`, `5m`, `500ms`; `1000000`, `100M`, `2G`.

use std::time::Duration;

/// The units of an amount and their sizes, the longest spelling of an ending first.
type Units = &'static [(&'static str, f64)];

const TIMES: Units = &[("ms", 0.001), ("min", 60.0), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];

const K: f64 = 1024.0;
const SIZES: Units = &[
    ("kib", K),
    ("mib", K * K),
    ("gib", K * K * K),
    ("kb", K),
    ("mb", K * K),
    ("gb", K * K * K),
    ("k", K),
    ("m", K * K),
    ("g", K * K * K),
    ("b", 1.0),
    ("", 1.0),
];

/// Reads a duration: seconds, or a number with a unit.
pub fn duration(text: &str) -> Result<Duration, String> {
    let seconds = amount(text, TIMES).ok_or("a time is written like 10, 0.5s, 500ms, 5m or 2h")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "this time is too long".into())
}

/// Reads a number of bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    let bytes = amount(text, SIZES).ok_or("a size is written like 1000000, 500k, 100M or 2G")?;
    // Sizes are limits, so losing a fraction of a byte makes no difference.
    Ok(bytes as u64)
}

/// Reads a whole number, at least `least`.
pub fn whole(least: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let text = text.trim();
        let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|number| is_whole && *number >= least);
        number.ok_or_else(|| match is_whole && text.parse::<u64>().is_err() {
            true => "this number is too large".into(),
            false if text.is_empty() => format!("expected a whole number from {least} up"),
            false => format!("expected a whole number from {least} up, not {text}"),
        })
    }
}

/// Reads a number of things, at least `least`.
pub fn count(least: u64) -> impl Fn(&str) -> Result<usize, String> + Clone {
    let whole = whole(least);
    move |text| whole(text).map(|number| usize::try_from(number).unwrap_or(usize::MAX))
}

fn amount(text: &str, units: Units) -> Option<f64> {
    let text = text.trim().to_ascii_lowercase();
    let (number, unit) = units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)))?;
    let number = number.trim_end();
    let is_plain = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let number: f64 = is_plain.then(|| number.parse().ok()).flatten()?;
    Some(number * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, millis) in [("10", 10_000), ("0.5", 500), ("500ms", 500), ("5m", 300_000), ("1 s", 1000)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
    }

    #[test]
    fn sizes_have_units() {
        for (text, size) in
            [("1000", 1000), ("100M", 100 << 20), ("2G", 2 << 30), ("2 GiB", 2 << 30), ("1kB", 1024)]
        {
            assert_eq!(bytes(text), Ok(size), "{text}");
        }
    }

    #[test]
    fn other_words_are_told() {
        for text in ["", "soon", "-1", "1e5x", "nan", "s", "10 M B"] {
            assert!(duration(text).is_err() && bytes(text).is_err(), "{text}");
        }
    }
}
