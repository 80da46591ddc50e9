//! Solutions as rows of bytes: handed over in batches as they are found, then once more in order.

use std::ops::ControlFlow;
use std::time::Duration;

use serde_json::{Value, json};

use super::client::Client;
use fukumen_engine::solve::clock::Moment;
use fukumen_language::expr::Cell;
use fukumen_language::number::Exact;
use fukumen_language::puzzle::Puzzle;
use fukumen_language::solution::{Solution, written};

/// The most rows in a batch.
const BATCH: usize = 4096;
/// The longest time that a row waits for others.
const PERIOD: Duration = Duration::from_millis(100);

/// Rows that are handed over.
pub(super) struct Rows {
    client: Client,
    /// The symbols and blanks in their order of first appearance, by which rows are sorted.
    order: Vec<Cell>,
    width: usize,
    /// The largest number of rows that are kept; more are only counted.
    most: usize,
    /// The rows, one after the other, and the values that the puzzle shows with each.
    kept: Vec<u8>,
    shown: Vec<String>,
    number: usize,
    /// How many of them were handed over, and when the last one was.
    handed: usize,
    last: Moment,
    is_cut: bool,
}

impl Rows {
    pub(super) fn new(client: &Client, puzzle: &Puzzle, most: usize) -> Self {
        Self {
            client: client.clone(),
            order: puzzle.order(),
            width: puzzle.hidden().len(),
            most,
            kept: Vec::new(),
            shown: Vec::new(),
            number: 0,
            handed: 0,
            last: Moment::now(),
            is_cut: false,
        }
    }

    /// Returns how many rows are kept.
    pub(super) fn stored(&self) -> usize {
        self.number
    }

    /// Takes a solution.
    pub(super) fn take(&mut self, solution: &Solution) -> ControlFlow<()> {
        if self.number == self.most || solution.digits().len() != self.width {
            self.is_cut = true;
            return ControlFlow::Continue(());
        }
        self.kept.extend_from_slice(solution.digits());
        if !solution.shown.is_empty() {
            let text = |value: &Option<Exact>| {
                value.as_ref().map_or(String::new(), |value| written(value, solution.base()))
            };
            self.shown.push(solution.shown.iter().map(text).collect::<Vec<_>>().join(" "));
        }
        self.number += 1;
        if self.number - self.handed == BATCH || self.last.elapsed() >= PERIOD {
            self.flush()?;
        }
        ControlFlow::Continue(())
    }

    /// Hands over the waiting rows.
    pub(super) fn flush(&mut self) -> ControlFlow<()> {
        let rows: Vec<usize> = (self.handed..self.number).collect();
        (self.handed, self.last) = (self.number, Moment::now());
        if rows.is_empty() { ControlFlow::Continue(()) } else { self.hand_over(&rows, "engine", rows[0]) }
    }

    /// Hands over the waiting rows, then all rows in order if they are complete and came in another order. Returns whether
    /// they are in order now.
    pub(super) fn end(&mut self) -> bool {
        let flushed = self.flush();
        if self.is_cut || flushed.is_break() {
            return false;
        }
        let mut rows: Vec<usize> = (0..self.number).collect();
        if rows.is_sorted_by_key(|row| self.key(*row)) {
            return true;
        }
        rows.sort_by_cached_key(|row| self.key(*row));
        let mut batches = rows.chunks(BATCH).enumerate();
        batches.try_for_each(|(i, batch)| self.hand_over(batch, "sorted", i * BATCH)).is_continue()
    }

    fn row(&self, row: usize) -> &[u8] {
        &self.kept[row * self.width..(row + 1) * self.width]
    }

    fn key(&self, row: usize) -> Vec<u8> {
        self.order.iter().map(|cell| self.row(row)[cell.index()]).collect()
    }

    fn hand_over(&self, rows: &[usize], order: &str, from: usize) -> ControlFlow<()> {
        let mut event = json!({"event": "rows", "order": order, "from": from, "count": rows.len()});
        if !self.shown.is_empty() {
            event["show"] = rows.iter().map(|row| Value::from(self.shown[*row].as_str())).collect();
        }
        self.client.tell(&event)?;
        let bytes: Vec<u8> = rows.iter().flat_map(|row| self.row(*row)).copied().collect();
        self.client.hand_over(&bytes)
    }
}
