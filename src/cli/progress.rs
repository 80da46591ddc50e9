//! A bar on standard error during a search.
//!
//! Short runs do not show it: one thread wakes a few times a second, and only after the first second of a puzzle does it look
//! at the search's counters and draw.

use std::io::IsTerminal;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::report::words;
use crate::solve::Progress;
use crate::solve::clock::Moment;

/// How long a puzzle runs without a bar.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the bar is redrawn.
const PERIOD: Duration = Duration::from_millis(200);

/// Watches one search after another.
#[derive(Default)]
pub struct Watch {
    /// Whether a person can see it.
    is_seen: Option<bool>,
    view: Arc<Mutex<View>>,
    thread: Option<JoinHandle<()>>,
}

/// A search that can be watched.
pub trait Watched: Send + Sync {
    /// Returns how many parts are done, and the total; the total is 0 if it is not known.
    fn done(&self) -> (u64, u64);

    /// Returns the rest of the message, after this time.
    fn rest_of_message(&self, elapsed: Duration) -> String;
}

impl Watched for Progress {
    fn done(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }

    fn rest_of_message(&self, _elapsed: Duration) -> String {
        words::plural(self.found.load(Ordering::Relaxed).into(), "solution") + " so far"
    }
}

/// The search under watch and its bar.
#[derive(Default)]
struct View {
    search: Option<(Arc<dyn Watched>, Moment)>,
    bar: Option<ProgressBar>,
    is_over: bool,
}

impl Watch {
    /// Watches a search, if standard error is a terminal.
    pub fn start(&mut self, progress: Arc<dyn Watched>) {
        if !*self.is_seen.get_or_insert_with(|| std::io::stderr().is_terminal()) {
            return;
        }
        lock(&self.view).search = Some((progress, Moment::now()));
        let view = Arc::clone(&self.view);
        self.thread.get_or_insert_with(|| std::thread::spawn(move || watch(&view)));
    }

    /// Ends the watch and removes the bar.
    pub fn stop(&self) {
        lock(&self.view).clear();
    }

    /// Runs `act` while the bar is hidden.
    pub fn aside<T>(&self, act: impl FnOnce() -> T) -> T {
        match &lock(&self.view).bar {
            Some(bar) => bar.suspend(act),
            None => act(),
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        lock(&self.view).is_over = true;
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // A bar that panicked must not lose an answer.
            let _ = thread.join();
        }
    }
}

/// Locks the view. If the bar panicked while it was drawn, the view can still be used.
fn lock(view: &Mutex<View>) -> MutexGuard<'_, View> {
    view.lock().unwrap_or_else(PoisonError::into_inner)
}

fn watch(view: &Mutex<View>) {
    loop {
        std::thread::park_timeout(PERIOD);
        let mut view = lock(view);
        if view.is_over {
            return view.clear();
        }
        view.draw();
    }
}

impl View {
    fn clear(&mut self) {
        self.search = None;
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn draw(&mut self) {
        let Some((progress, start)) = &self.search else { return };
        if start.elapsed() < PATIENCE {
            return;
        }
        let (done, total) = progress.done();
        let message = left(start.elapsed(), done, total) + &progress.rest_of_message(start.elapsed());
        // Every setter draws the bar, so the message is set first.
        let bar = self.bar.get_or_insert_with(|| begun(*start, message.clone()));
        bar.set_message(message);
        if total > 0 && bar.length() != Some(total) {
            bar.set_length(total);
            bar.set_style(style("{bar:20.cyan} {percent:>3} %, {msg}"));
        }
        bar.set_position(done);
        bar.tick();
    }
}

/// Returns how long the search will last at its pace so far. The parts of a search come in bursts, so the pace at any one
/// time is a poor measure.
fn left(elapsed: Duration, done: u64, total: u64) -> String {
    if done == 0 || done > total {
        return String::new();
    }
    let left = elapsed.mul_f64((total - done) as f64 / done as f64);
    format!("about {} left, ", HumanDuration(left))
}

fn begun(start: Moment, message: String) -> ProgressBar {
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
        .with_elapsed(start.elapsed())
        .with_message(message)
        .with_style(style("{spinner:.cyan} {elapsed}, {msg}"))
}

/// Returns a style, without the template's colours if messages have none.
fn style(template: &str) -> ProgressStyle {
    let is_plain = AutoStream::choice(&std::io::stderr()) == ColorChoice::Never;
    let template =
        if is_plain { template.replace(":.cyan", "").replace(".cyan", "") } else { template.into() };
    ProgressStyle::with_template(&template).expect("the templates above are sound")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_lasts_has_found_nothing_so_far() {
        assert_eq!(Progress::default().rest_of_message(PATIENCE), "no solution so far");
    }
}
