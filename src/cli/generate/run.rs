//! One run: searches, writes what is found, keeps the checkpoint.

use std::io;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::ArgMatches;

use crate::cli::Status;
use crate::cli::generate::alarm::Alarm;
use crate::cli::generate::checkpoint::Checkpoint;
use crate::cli::generate::checkpoint::Fingerprint;
use crate::cli::generate::checkpoint::Keeper;
use crate::cli::generate::choosing::Choosing;
use crate::cli::generate::order;
use crate::cli::generate::places;
use crate::cli::generate::sheet::Sheet;
use crate::cli::input;
use crate::cli::interrupt;
use crate::cli::interrupt::Interrupt;
use crate::cli::message;
use crate::cli::options;
use crate::cli::output::Output;
use crate::cli::progress::Watch;
use crate::cli::trouble::Trouble;
use crate::generate::Find;
use crate::generate::GenerateError;
use crate::generate::Generator;
use crate::generate::Kind;
use crate::generate::Order;
use crate::generate::Part;
use crate::generate::Progress;
use crate::generate::Shard;
use crate::generate::Space;
use crate::generate::Stop;
use crate::generate::Tally;
use crate::parse::ParseError;
use crate::report;
use crate::report::words;

/// After so many proposals of a search without an end, none of which was a puzzle, none will be.
const ENOUGH_REFUSED: u64 = 200;

/// Makes what an order of one kind asks for.
pub fn run(kind: &dyn Kind, matches: &ArgMatches) -> anyhow::Result<Status> {
    let interrupt = interrupt::watched()?;
    let alarm = Alarm::set(matches, &interrupt);
    match begin(kind, matches, &interrupt) {
        Ok((order, space)) => carry_out(kind, &order, &*space, alarm, matches),
        Err(error) => match error.downcast::<GenerateError>() {
            Ok(GenerateError::Text(error)) => Ok(wrong_text(error)),
            Ok(GenerateError::Interrupted) => {
                if !matches.get_flag("quiet") {
                    message::note(&format!("{}: nothing was searched", alarm.reason()));
                }
                Ok(Status::Stopped)
            }
            Ok(error) => Err(error.into()),
            Err(error) => Err(error),
        },
    }
}

/// What is ordered, and where to search for it.
fn begin(
    kind: &dyn Kind,
    matches: &ArgMatches,
    interrupt: &Interrupt,
) -> anyhow::Result<(Order, Box<dyn Space>)> {
    let order = order::order(kind, matches, interrupt)?;
    let space = kind.space(&order)?;
    Ok((order, space))
}

fn carry_out(
    kind: &dyn Kind,
    order: &Order,
    space: &dyn Space,
    alarm: Alarm,
    matches: &ArgMatches,
) -> anyhow::Result<Status> {
    if !matches.get_flag("quiet") {
        space.notes().iter().for_each(|note| message::note(note));
    }
    let mut choosing = Choosing::read(matches, space)?;
    places::check(kind, matches)?;
    let checkpoint = begun(kind, order, matches, space)?;
    if checkpoint.is_done {
        return Ok(nothing_left(&checkpoint, matches));
    }
    let is_whole_search = checkpoint.next == 0 && checkpoint.end == space.parts();
    let run = Run::new(matches, order, checkpoint, alarm, &mut choosing)?;
    let mut run = Run { is_whole_search, ..run };
    let stop = run.search(space, matches)?;
    run.end(stop)
}

/// A subject or a form that cannot be read is shown with the place where it is wrong.
fn wrong_text(error: ParseError) -> Status {
    message::trouble(&Trouble::Text(error), input::ARGUMENT, "");
    Status::Wrong
}

/// The checkpoint to start from.
fn begun(
    kind: &dyn Kind,
    order: &Order,
    matches: &ArgMatches,
    space: &dyn Space,
) -> anyhow::Result<Checkpoint> {
    let shard = *matches.get_one::<Shard>("shard").expect("it has a default");
    let new =
        Checkpoint::new(kind.name(), fingerprint(order, matches), shard.to_string(), shard.of(space.parts()));
    let Some(path) = matches.get_one::<PathBuf>("resume") else { return Ok(new) };
    let left = new.resumed(path)?;
    anyhow::ensure!(
        left.bytes == 0 || left.is_done || matches.contains_id("output"),
        "the search of '{}' writes into a file: --output goes on with it",
        path.display()
    );
    Ok(left)
}

/// Stands for all that decides what is written.
fn fingerprint(order: &Order, matches: &ArgMatches) -> String {
    let mut print = Fingerprint::of(order);
    print.pair("format", matches.get_one::<String>("format").map_or("", String::as_str));
    print.pair("with-solution", &matches.get_flag("with-solution").to_string());
    print.pair("solutions", &order.solutions.to_string());
    for comparison in matches.get_many::<String>("where-measure").into_iter().flatten() {
        print.pair("where-measure", comparison);
    }
    print.written()
}

/// A search that had come to its end already.
fn nothing_left(checkpoint: &Checkpoint, matches: &ArgMatches) -> Status {
    if !matches.get_flag("quiet") {
        message::note("this search has come to its end already: nothing is left to be done");
    }
    if checkpoint.written > 0 { Status::Found } else { Status::None }
}

/// A run.
struct Run<'r> {
    output: Output,
    sheet: Sheet,
    /// After the last part that was written.
    checkpoint: Checkpoint,
    keeper: Option<Keeper>,
    choosing: &'r mut Choosing,
    watch: Watch,
    solutions: u64,
    interrupt: Interrupt,
    alarm: Alarm,
    is_quiet: bool,
    /// Whether nothing was searched before, nor will be elsewhere.
    is_whole_search: bool,
    /// Whether nobody reads any more.
    is_closed: bool,
    /// How many puzzles were written, those of an unfinished part included.
    written: u64,
    /// What was proposed in this run, and why the first of it that is no puzzle is none.
    proposed: Tally,
    refusal: Option<String>,
}

impl<'r> Run<'r> {
    fn new(
        matches: &ArgMatches,
        order: &Order,
        checkpoint: Checkpoint,
        alarm: Alarm,
        choosing: &'r mut Choosing,
    ) -> anyhow::Result<Self> {
        let format = matches.get_one::<String>("format").and_then(|name| report::format(name));
        let format = format.expect("clap knows the names of the table only");
        let output = match matches.get_one::<PathBuf>("output") {
            Some(path) => Output::cut_back(path, checkpoint.bytes)?,
            None => Output::standard(),
        };
        let period = matches.get_one::<Duration>("checkpoint-every").copied().unwrap_or_default();
        let kept = ["checkpoint", "resume"].iter().find_map(|name| matches.get_one::<PathBuf>(name));
        Ok(Self {
            output,
            sheet: Sheet::new(
                format,
                matches.get_flag("with-solution"),
                (checkpoint.written, checkpoint.is_below_line),
            ),
            keeper: kept.map(|path| Keeper::new(path.clone(), period)),
            written: checkpoint.written,
            checkpoint,
            choosing,
            watch: Watch::default(),
            solutions: order.solutions,
            interrupt: Arc::clone(&order.interrupt),
            alarm,
            is_quiet: matches.get_flag("quiet"),
            is_whole_search: false,
            is_closed: false,
            proposed: Tally::default(),
            refusal: None,
        })
    }

    /// Searches what is left, and writes what is found.
    fn search(&mut self, space: &dyn Space, matches: &ArgMatches) -> anyhow::Result<Stop> {
        self.keep()?;
        let progress = Arc::new(Progress::default());
        let generator = Generator::new(space)
            .parts(self.checkpoint.next..self.checkpoint.end)
            .threads(options::thread_count(matches))
            .solutions(self.solutions)
            .interrupt(Arc::clone(&self.interrupt))
            .progress(Arc::clone(&progress));
        if !self.is_quiet {
            self.watch.start(progress);
        }
        let mut failure = None;
        let stop = generator.run(&mut |part| match self.take(part) {
            Ok(flow) => flow,
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        });
        self.watch.stop();
        failure.map_or(Ok(stop), Err)
    }

    /// Writes what was found in a part. Breaks where that is enough.
    fn take(&mut self, part: Part) -> anyhow::Result<ControlFlow<()>> {
        self.proposed = self.proposed.plus(part.tally);
        self.refusal = self.refusal.take().or(part.refusal);
        if let Some(failure) = part.failure {
            return Err(failure.into());
        }
        if self.choosing.is_endless() && self.proposed.tested >= ENOUGH_REFUSED {
            self.check_refusals()?;
        }
        let finds = self.choosing.of(part.finds);
        if self.write(finds)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        self.checkpoint.add(part.tally);
        self.checkpoint.next = part.number + 1;
        self.checkpoint.written = self.written;
        self.checkpoint.is_below_line = self.sheet.is_below_line();
        self.checkpoint.bytes = self.output.bytes()?;
        if self.keeper.as_ref().is_some_and(Keeper::is_due) {
            self.keep()?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether the rules have made no puzzle of anything.
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
            self.written += 1;
        }
        if is_new && Self::closes(self.output.flush())? {
            self.is_closed = true;
        }
        let is_over = self.is_closed || self.choosing.is_enough(self.written);
        Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Whether the reader has closed the pipe, which is no error.
    fn closes(written: io::Result<()>) -> anyhow::Result<bool> {
        match written {
            Ok(()) => Ok(false),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
            Err(error) => Err(anyhow::Error::from(error).context("cannot write the puzzles")),
        }
    }

    /// Writes the checkpoint, if one is wanted.
    fn keep(&mut self) -> anyhow::Result<()> {
        let Some(keeper) = &mut self.keeper else { return Ok(()) };
        if Self::closes(self.output.sync())? {
            self.is_closed = true;
        }
        keeper.save(&self.checkpoint)
    }

    /// Closes the document, writes the last checkpoint, and says what was not done.
    fn end(mut self, stop: Stop) -> anyhow::Result<Status> {
        let waited = self.choosing.sorted();
        // Breaks where there are enough of them, which is as good as all.
        let _ = self.write(waited)?;
        if !self.is_closed {
            let (sheet, output) = (&mut self.sheet, &mut self.output);
            self.is_closed = Self::closes(sheet.close(output).and_then(|()| output.flush()))?;
        }
        if stop == Stop::Exhausted && !self.is_closed {
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
            _ if found_nothing && self.checkpoint.undecided > 0 => Status::Stopped,
            _ if found_nothing => Status::None,
            _ => Status::Found,
        })
    }

    /// What is known of what was not written.
    fn tell_of_the_end(&self, found_nothing: bool) {
        let Checkpoint { candidates, tested, undecided, .. } = self.checkpoint;
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
            Some(_) => "--resume goes on there",
            None => "--checkpoint writes down where to go on",
        };
        if self.choosing.is_endless() {
            return message::note(&format!("{why}; {how}"));
        }
        let left = self.checkpoint.end - self.checkpoint.next;
        let parts = words::plural(left.into(), "part");
        message::note(&format!("{why}: {parts} of {} were not searched; {how}", self.checkpoint.end));
    }
}
