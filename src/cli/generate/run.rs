//! One run: searches, writes what is found, keeps the checkpoint.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::{fs, io};

use anyhow::Context;

use crate::certify::CertifyError;
use crate::cli::checkpoint::{Checkpoint, Fingerprint, Keeper};
use crate::cli::command::{Generate, Making, Searching, Written};
use crate::cli::files::{Care, Place};
use crate::cli::generate::alarm::Alarm;
use crate::cli::generate::choosing::Choosing;
use crate::cli::generate::search::Search;
use crate::cli::generate::sheet::Sheet;
use crate::cli::generate::{order, search};
use crate::cli::interrupt::Interrupt;
use crate::cli::output::{Output, Target};
use crate::cli::progress::Watch;
use crate::cli::status::Status;
use crate::cli::task_error::TaskError;
use crate::cli::{command, files, input, interrupt, journal, message, proofs};
use crate::generate::{
    Comparison, Find, GenerateError, Generator, Order, Part, Progress, Space, Stop, Tally,
};
use crate::message::Message;
use crate::report::words;
use crate::text::ParseError;

/// Makes the puzzles of one kind, as the command line orders.
pub fn run(generate: &Generate) -> anyhow::Result<Status> {
    let interrupt = interrupt::watched()?;
    let alarm = Alarm::set(generate.making.search.limit.timeout, &interrupt);
    match begin(generate, &interrupt) {
        Ok((order, space)) => carry_out(generate, &order, &*space, alarm),
        Err(error) => match error.downcast::<GenerateError>() {
            Ok(GenerateError::Text(error)) => Ok(wrong_text(error)),
            Ok(GenerateError::Interrupted) => {
                if !generate.making.output.messages.quiet {
                    message::note(&format!("{}: nothing was searched", alarm.reason()));
                }
                Ok(Status::Stopped)
            }
            Ok(error) => Err(anyhow::anyhow!(order::message(&error))),
            Err(error) => Err(error),
        },
    }
}

/// Reads the order, and makes the space to search.
fn begin(generate: &Generate, interrupt: &Interrupt) -> anyhow::Result<(Order, Box<dyn Space>)> {
    let order = order::order(generate, interrupt)?;
    let space = generate.kind.space(&order)?;
    Ok((order, space))
}

fn carry_out(generate: &Generate, order: &Order, space: &dyn Space, alarm: Alarm) -> anyhow::Result<Status> {
    let Making { which, output, .. } = &generate.making;
    if !output.messages.quiet {
        space.notes().iter().for_each(|note| message::note(note));
    }
    let mut choosing = Choosing::read(which, space)?;
    let (target, mut keeper) = places(generate)?;
    let checkpoint = begun(generate, order, space, keeper.as_mut(), &target)?;
    if checkpoint.is_done {
        return Ok(nothing_left(&checkpoint.progress, output.messages.quiet));
    }
    let is_whole_search = checkpoint.progress.next == 0 && checkpoint.progress.end == space.parts();
    if let Some(folder) = &output.certificate {
        fs::create_dir_all(folder).with_context(|| format!("cannot make '{}'", folder.display()))?;
    }
    let file = Output::open(target, checkpoint.bytes.unwrap_or_default())?;
    let run = Run::new(output, order, (file, keeper, checkpoint), alarm, &mut choosing);
    let mut run = Run { is_whole_search, ..run };
    let stop = run.search(space, generate.making.search.threads.count())?;
    run.end(stop)
}

/// Reports a subject or a form that cannot be read, with the place where it is wrong.
fn wrong_text(error: ParseError) -> Status {
    message::task_error(&TaskError::Text(error), input::ARGUMENT, "");
    Status::Wrong
}

/// Opens the places where the run writes: the output and the checkpoint, locked and not yet changed.
fn places(generate: &Generate) -> anyhow::Result<(Target, Option<Keeper>)> {
    let output = command::output(&generate.making.output.output);
    let Searching { checkpoint, checkpoint_every, resume, .. } = &generate.making.search;
    let (checkpoint, resume) = (checkpoint.as_ref(), resume.as_ref());
    if let Some((checkpoint, resume)) = checkpoint.zip(resume) {
        let is_one = files::are_same(checkpoint, resume);
        anyhow::ensure!(is_one, "--resume keeps '{}' up to date: leave out --checkpoint", resume.display());
    }
    let kept = resume.or(checkpoint).map(PathBuf::as_path);
    let read = order::files(generate);
    files::check(read.into_iter().map(PathBuf::as_path), output.map(PathBuf::as_path), kept)?;
    if let Some(missing) = resume.filter(|path| !path.exists()) {
        anyhow::bail!("there is no checkpoint '{}'", missing.display());
    }
    if let Some(output) = output.filter(|output| kept != Some(&journal::path(output))) {
        journal::check_free(output)?;
    }
    let target = Target::of(output)?;
    let keeper = kept.map(|path| Keeper::open(path, *checkpoint_every, Care::Machine)).transpose()?;
    Ok((target, keeper))
}

/// Returns the checkpoint to start from.
fn begun(
    generate: &Generate,
    order: &Order,
    space: &dyn Space,
    keeper: Option<&mut Keeper>,
    target: &Target,
) -> anyhow::Result<Checkpoint<Search>> {
    let Making { search: Searching { shard, resume, .. }, output, .. } = &generate.making;
    let search = Search::new(*shard, shard.of(space.parts()));
    let command = format!("generate {}", generate.kind.name());
    let new = Checkpoint::new(command, &fingerprint(order, output), target, search);
    let Some(keeper) = keeper else { return Ok(new) };
    let left = keeper.left()?;
    let name = keeper.path().display();
    if resume.is_none() {
        anyhow::ensure!(
            left.is_none_or(|left| left.is_done),
            "'{name}' is the checkpoint of an unfinished search: continue it with --resume, or delete it to start again"
        );
        return Ok(new);
    }
    let Some(left) = left else {
        // A run that was killed at its start leaves an empty checkpoint, and nothing in the output.
        let is_start = target.file().and_then(Place::length).unwrap_or_default() == 0;
        anyhow::ensure!(
            is_start,
            "the checkpoint '{name}' is empty, and the output is not: start again with --checkpoint"
        );
        return Ok(new);
    };
    let resumed = new.resumed(left, target);
    let resumed = resumed.and_then(|left| new.progress.check(&left.progress).map(|()| left));
    resumed.with_context(|| format!("cannot resume from '{name}'"))
}

/// Returns the fingerprint of everything that decides the output.
fn fingerprint(order: &Order, output: &Written) -> Fingerprint {
    let mut print = Fingerprint::default();
    search::identify(order, &mut print);
    print.pair("format", output.format.name);
    print.pair("with-solution", &output.with_solution.to_string());
    print
}

/// Reports that an earlier run finished the search.
fn nothing_left(search: &Search, is_quiet: bool) -> Status {
    if !is_quiet {
        message::note("this search is already finished");
    }
    if search.written > 0 { Status::Found } else { Status::None }
}

/// A run.
struct Run<'r> {
    output: Output,
    sheet: Sheet,
    /// The checkpoint after the last part that was written.
    checkpoint: Checkpoint<Search>,
    keeper: Option<Keeper>,
    choosing: &'r mut Choosing,
    watch: Watch,
    solutions: u64,
    comparisons: Vec<Comparison>,
    interrupt: Interrupt,
    alarm: Alarm,
    is_quiet: bool,
    /// Whether this run searches everything: no earlier run or other shard has a part.
    is_whole_search: bool,
    /// Whether the reader has closed the pipe.
    is_closed: bool,
    /// How many puzzles were written, including those of an unfinished part.
    written: u64,
    /// The proposals of this run, and why the first refused proposal is not a puzzle.
    proposed: Tally,
    refusal: Option<Message>,
    /// The folder of proofs, if they are wanted; whether proofs of earlier runs may still be there; and whether one could not
    /// be made.
    proofs: Option<PathBuf>,
    has_older_proofs: bool,
    is_unproved: bool,
}

impl<'r> Run<'r> {
    fn new(
        options: &Written,
        order: &Order,
        (output, keeper, checkpoint): (Output, Option<Keeper>, Checkpoint<Search>),
        alarm: Alarm,
        choosing: &'r mut Choosing,
    ) -> Self {
        let Search { written, is_below_line, .. } = checkpoint.progress;
        Self {
            output,
            sheet: Sheet::new(options.format, options.with_solution, (written, is_below_line)),
            keeper,
            written,
            checkpoint,
            choosing,
            watch: Watch::default(),
            solutions: order.solutions,
            comparisons: order.measures.clone(),
            interrupt: Arc::clone(&order.interrupt),
            alarm,
            is_quiet: options.messages.quiet,
            is_whole_search: false,
            is_closed: false,
            proposed: Tally::default(),
            refusal: None,
            proofs: options.certificate.clone(),
            has_older_proofs: true,
            is_unproved: false,
        }
    }

    /// Searches the parts that are left, and writes what it finds.
    fn search(&mut self, space: &dyn Space, threads: usize) -> anyhow::Result<Stop> {
        self.keep()?;
        let progress = Arc::new(Progress::default());
        if self.comparisons.is_empty() {
            let left = self.choosing.wanted().saturating_sub(self.checkpoint.progress.written);
            progress.wanted.store(left, Ordering::Relaxed);
        }
        let generator = Generator::new(space)
            .parts(self.checkpoint.progress.next..self.checkpoint.progress.end)
            .threads(threads)
            .solutions(self.solutions)
            .comparisons(self.comparisons.clone())
            .rated(self.choosing.needs_rating())
            .interrupt(Arc::clone(&self.interrupt))
            .progress(Arc::clone(&progress));
        if !self.is_quiet {
            self.watch.start(progress);
        }
        let (mut failure, mut best) = (None, None);
        let mut take = |part| match self.take(part) {
            Ok(flow) => flow,
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        };
        let stop = generator.run_with_best(&mut take, &mut |find| best = Some(find));
        self.watch.stop();
        // No checkpoint counts it: a run that continues finds the best of all again.
        let best = self.choosing.of(best.into_iter().collect());
        // A break means that there are enough puzzles.
        let _ = self.write(best)?;
        failure.map_or(Ok(stop), Err)
    }

    /// Writes the finds of a part. Breaks if they are enough.
    fn take(&mut self, part: Part) -> anyhow::Result<ControlFlow<()>> {
        self.proposed = self.proposed.plus(part.tally);
        self.refusal = self.refusal.take().or(part.refusal);
        if let Some(failure) = part.failure {
            return Err(failure.into());
        }
        if self.choosing.is_endless() && self.proposed.is_hopeless() {
            self.check_refusals()?;
        }
        let finds = self.choosing.of(part.finds);
        if self.write(finds)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let search = &mut self.checkpoint.progress;
        search.add(part.tally);
        search.next = part.number + 1;
        search.written = self.written;
        search.is_below_line = self.sheet.is_below_line();
        self.checkpoint.bytes = self.output.bytes()?;
        if self.keeper.as_ref().is_some_and(Keeper::is_due) {
            self.keep()?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Fails if the rules refused every proposal.
    fn check_refusals(&self) -> anyhow::Result<()> {
        let Tally { tested, refused, .. } = self.proposed;
        match &self.refusal {
            Some(why) if refused == tested => {
                anyhow::bail!("nothing is a puzzle under these rules: {why}")
            }
            _ => Ok(()),
        }
    }

    fn write(&mut self, finds: Vec<Find>) -> anyhow::Result<ControlFlow<()>> {
        let is_new = !finds.is_empty();
        for find in finds {
            if self.choosing.is_enough(self.written) {
                return Ok(ControlFlow::Break(()));
            }
            let (sheet, output) = (&mut self.sheet, &mut self.output);
            if self.watch.aside(|| Self::closes(sheet.write(output, &find)))? {
                self.is_closed = true;
                return Ok(ControlFlow::Break(()));
            }
            self.clear_proofs()?;
            self.written += 1;
            self.prove(&find)?;
        }
        let output = &mut self.output;
        if is_new && self.watch.aside(|| Self::closes(output.flush()))? {
            self.is_closed = true;
        }
        let is_over = self.is_closed || self.choosing.is_enough(self.written);
        Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Removes older proofs from the folder before this search writes its first one.
    fn clear_proofs(&mut self) -> anyhow::Result<()> {
        let Some(folder) = self.proofs.as_ref().filter(|_| self.has_older_proofs) else { return Ok(()) };
        self.has_older_proofs = false;
        let removed = proofs::clear(folder, self.written)?;
        if removed > 0 && !self.is_quiet {
            let proofs = words::plural(removed.into(), "proof");
            let text = format!("removed {proofs} of an earlier run from '{}'", folder.display());
            self.watch.aside(|| message::note(&text));
        }
        Ok(())
    }

    /// Writes the proof of a puzzle, if proofs are wanted.
    fn prove(&mut self, find: &Find) -> anyhow::Result<()> {
        let Some(folder) = &self.proofs else { return Ok(()) };
        match proofs::keep(folder, self.written, find, &*self.interrupt) {
            Ok(()) => Ok(()),
            Err(error @ (CertifyError::Disagreement(_) | CertifyError::Output(_))) => Err(error.into()),
            Err(error) => {
                self.is_unproved = true;
                if !self.is_quiet {
                    self.watch.aside(|| message::note(&format!("{}: {error}", find.text)));
                }
                Ok(())
            }
        }
    }

    /// Returns whether the reader has closed the pipe, which is no error.
    fn closes(written: io::Result<()>) -> anyhow::Result<bool> {
        match written {
            Ok(()) => Ok(false),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
            Err(error) => Err(anyhow::Error::from(error).context("cannot write the puzzles")),
        }
    }

    /// Writes the checkpoint, if there is one.
    fn keep(&mut self) -> anyhow::Result<()> {
        let Some(keeper) = &mut self.keeper else { return Ok(()) };
        if Self::closes(self.output.sync())? {
            self.is_closed = true;
        }
        keeper.save(&self.checkpoint)
    }

    /// Closes the document, writes the last checkpoint, and reports what was not done.
    fn end(mut self, stop: Stop) -> anyhow::Result<Status> {
        let waited = self.choosing.sorted();
        // A break means that there are enough puzzles.
        let _ = self.write(waited)?;
        if !self.is_closed {
            let (sheet, output) = (&mut self.sheet, &mut self.output);
            self.is_closed = Self::closes(sheet.close(output).and_then(|()| output.flush()))?;
        }
        if stop == Stop::Exhausted && !self.is_closed {
            // If nothing was found, the output is empty.
            Self::closes(self.output.begin())?;
            self.clear_proofs()?;
            self.checkpoint.is_done = true;
            self.checkpoint.bytes = self.output.bytes()?;
        }
        self.keep()?;
        if stop == Stop::Exhausted && self.written == 0 && self.is_whole_search {
            self.check_refusals()?;
        }
        if stop == Stop::Interrupted {
            self.tell_of_the_rest();
        }
        let found_nothing = stop == Stop::Exhausted && self.written == 0;
        if !self.is_quiet {
            self.tell_of_the_end(found_nothing);
        }
        Ok(match stop {
            Stop::Interrupted => Status::Stopped,
            _ if self.is_unproved => Status::Stopped,
            _ if found_nothing && self.checkpoint.progress.undecided > 0 => Status::Stopped,
            _ if found_nothing => Status::None,
            _ => Status::Found,
        })
    }

    /// Reports what is known of the puzzles that were not written.
    fn tell_of_the_end(&self, found_nothing: bool) {
        let Search { candidates, tested, undecided, .. } = self.checkpoint.progress;
        if found_nothing {
            let candidates = words::plural(candidates.into(), "candidate");
            message::note(&format!("nothing was found: {candidates}, {tested} of them solved"));
        }
        if undecided > 0 {
            let puzzles = words::plural(undecided.into(), "puzzle");
            let were = if undecided == 1 { "was" } else { "were" };
            message::note(&format!("{puzzles} could not be decided, and {were} left out"));
        }
    }

    fn tell_of_the_rest(&self) {
        if self.is_quiet {
            return;
        }
        let why = self.alarm.reason();
        let how = match &self.keeper {
            Some(_) => "continue with --resume",
            None => "with --checkpoint a search can be continued",
        };
        if self.choosing.is_endless() {
            return message::note(&format!("{why}; {how}"));
        }
        let Search { next, end, .. } = self.checkpoint.progress;
        let parts = words::plural((end - next).into(), "part");
        let were = if end - next == 1 { "was" } else { "were" };
        message::note(&format!("{why}: {parts} of {end} {were} not searched; {how}"));
    }
}
