//! The text of the progress bar while puzzles are made.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::cli::progress::Watched;
use crate::generate::Progress;
use crate::report::words;

impl Watched for Progress {
    fn done(&self) -> (u64, u64) {
        let [done, total, found, wanted] =
            [&self.done, &self.total, &self.found, &self.wanted].map(|number| number.load(Ordering::Relaxed));
        // The end that comes first: 50 million parts of a list of 5,000 words, or a sample of ten puzzles.
        if found as f64 * total as f64 > done as f64 * wanted as f64 && wanted > 0 {
            return (found.min(wanted), wanted);
        }
        // A bar of one part would not move before the end.
        if total == 1 { (0, 0) } else { (done, total) }
    }

    fn rest_of_message(&self, elapsed: Duration) -> String {
        let [candidates, tested, found] =
            [&self.candidates, &self.tested, &self.found].map(|number| number.load(Ordering::Relaxed));
        let rate = candidates as f64 / elapsed.as_secs_f64().max(1e-3);
        let (candidates, rate) = (words::short(candidates as f64), words::short(rate));
        format!("{candidates} candidates ({rate}/s), {tested} solved, {found} found")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_moves_towards_the_end_that_comes_first() {
        let progress = Progress::default();
        progress.done.store(5, Ordering::Relaxed);
        progress.total.store(50_000_000, Ordering::Relaxed);
        progress.found.store(3, Ordering::Relaxed);
        assert_eq!(progress.done(), (5, 50_000_000));
        progress.wanted.store(10, Ordering::Relaxed);
        assert_eq!(progress.done(), (3, 10));
        progress.done.store(40_000_000, Ordering::Relaxed);
        assert_eq!(progress.done(), (40_000_000, 50_000_000));
    }
}
