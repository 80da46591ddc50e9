//! The text of the progress bar while puzzles are made.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::cli::progress::Watched;
use crate::generate::Progress;
use crate::report::words;

impl Watched for Progress {
    fn done(&self) -> (u64, u64) {
        let (done, total) = (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed));
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
