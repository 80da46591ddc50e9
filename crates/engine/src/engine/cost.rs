//! The cost of work: the constants of all estimates in one place, a module for each engine.
//!
//! Times are nanoseconds on the machine they were measured on (an AMD EPYC), on one thread. Only their ratios matter: the
//! planner compares the estimates of engines with each other. The numbers of nodes from which something pays are here too,
//! because they follow from times. Sizes and limits (how much is kept, how many cells fit) are in the engines.
//! `make calibrate` compares these constants with its measurements.
//!
//! # The effect of the planning heuristics
//!
//! Each was left out alone (2026-11-26). The table shows the milliseconds of planning and of searching in total, for 549
//! puzzles of the corpus, the frontier and `benches/targets.txt` that take less than six seconds, and the factor by which the
//! worst of them became slower. Other work on the machine made some searches take half as long again, so only larger
//! differences mean something; factors below two are not shown.
//!
//! | left out | planning | searching | worst |
//! | --- | ---: | ---: | ---: |
//! | nothing | 186 | 8,390 | |
//! | `derive`: estimates by ranges | 201 | 59,010 | 29,000 |
//! | `derive`: estimates by columns alone | 180 | 8,590 | 37 |
//! | `derive`: columns as beginnings | 179 | 6,400 | 12 |
//! | `derive`: samples | 160 | 6,900 | 150 |
//! | `derive`: samples of more than one order | 161 | 6,540 | 37 |
//! | `derive`: free digits | 485 | 33,360 | 14 |
//! | `derive`: to stop beside a plan that costs much less | 214 | 8,400 | 4 |
//! | `derive`: numbers read off early | 183 | 8,630 | |
//! | `tabulate`: images | 189 | 24,220 | 39 |
//! | `tabulate`: linked sides | 186 | 10,450 | 6 |
//! | `tabulate`: one side that serves as both | 322 | 11,430 | 2 |
//! | `tabulate`: marks of hashes | 185 | 9,240 | 3 |
//! | gone since: a beam of up to 32 orders | 163 | 6,300 | |
//! | gone since: all but one word as a beginning | 182 | 8,610 | |
//! | gone since: common factors as a beginning | 180 | 8,380 | |
//! | gone since: a first sample of larger problems | 175 | 8,530 | |
//! | gone since: solutions in their own order | 186 | 8,660 | |
//! | all that is gone | 137 | 6,220 | 3 |
//!
//! The gain in searching comes from one puzzle, `ABCD^2+EFGH^2=IJKL^2` in base 16: `derive` was chosen because `tabulate`
//! estimated its own time five times too high. That is fixed (`MARKED`). Without estimates by ranges, one puzzle was stopped
//! after 40 s. Numbers read off early save a seventh of the nodes of products. With everything of the last row left out,
//! `C0868`, a division with one clue, takes eight times the nodes, and less time: 1 ms of search instead of 0.1, and 6 ms of
//! planning instead of 15; and `C0621` took three times as long, until `abs(x)<=1` became two inequalities
//! (`compile/normal`).

/// The least cost of planning in an engine without its own figure, in nanoseconds: 11 us in `linear` on half of the corpus;
/// the others without a figure take a tenth to a half of the values here (2026-11-23). A search that takes no longer than
/// this could not have been made much faster, so it does not pay to ask four more engines.
pub(super) mod planning {
    /// For each cell.
    pub const CELL: f64 = 500.0;
    /// For each condition after the first.
    pub const CONDITION: f64 = 700.0;
}

/// The division of a search among threads, in nanoseconds.
pub(super) mod split {
    /// A node of an engine without its own figure.
    pub const NODE: f64 = 15.0;
    /// How long to search on the caller's thread before others are started: starting threads takes about 100 us.
    pub const ALONE: f64 = 150_000.0;
    /// The time between two reports of progress of a search on one thread.
    pub const STEP: f64 = 10_000_000.0;
    /// How long a chunk should take: long compared with its start, short for a waiting user.
    pub const CHUNK: f64 = 400_000.0;
}

/// The share of all assignments that a condition which is only tested leaves: a guess.
pub(super) mod strength {
    /// `=`.
    pub const EQUAL: f64 = 0.02;
    /// `≠`.
    pub const UNEQUAL: f64 = 0.95;
    /// A relation with rules of its own, such as `divides`.
    pub const OPAQUE: f64 = 0.1;
    /// An order such as `<`, or conditions joined by words.
    pub const ORDER: f64 = 0.5;
    /// A function.
    pub const CALL: f64 = 0.2;
    /// Anything else.
    pub const OTHER: f64 = 0.8;
}

pub(super) mod linear {
    /// Nanoseconds per node: 3 to 6 in full blocks (2026-11-21).
    pub const NODE: f64 = 5.0;
    /// The factor by which nodes take longer in double machine words, and in numbers of any size.
    pub const WIDE: f64 = 10.0;
    /// Additional nanoseconds for a node of several sums, and for each of them: 22 in total with four sums (2026-11-21).
    pub const MORE: f64 = 10.0;
    pub const SUM: f64 = 2.0;
    /// Nanoseconds to write and to confirm a solution (2026-11-23).
    pub const SOLUTION: f64 = 150.0;
    /// Nanoseconds that any search takes.
    pub const START: f64 = 300.0;
    /// Nanoseconds to plan sums of long words: 60 to 200 ms for 24 to 36 letters (2026-11-26).
    pub const PLANNING: f64 = 1e8;
    /// Below this number of nodes, no order except by weight is worth trying.
    pub const GREEDY: f64 = 1_000.0;
    /// Below this number of nodes, no beam is worth its time.
    pub const BEAM: f64 = 50_000.0;
    /// The number of nodes that take as long as examining one more beginning with one more class.
    pub const NODES_FOR_STEP: f64 = 50.0;
    /// The share of the search that a beam may take.
    pub const SHARE: f64 = 0.1;
    /// The share of all solutions below which a dash looks for the wanted ones, if that would otherwise take more than this
    /// many nodes; the most nodes of a dash; and the nodes after which it has usually found them.
    pub const FEW: f64 = 0.1;
    pub const FAR: f64 = 2_000.0;
    pub const DASH: f64 = 1e9;
    pub const DASHED: f64 = 1e6;
    /// The most solutions of a dash: it holds them until it has them all.
    pub const DASHED_SOLUTIONS: u64 = 10_000;
}

pub(super) mod lattice {
    /// Nanoseconds to shorten rows, for each cell and each bit of the coefficients: 0.3 ms for 10 cells and 24 bits, 11 ms
    /// for 36 and 280 (2026-11-26).
    pub const PLANNING: f64 = 1_100.0;
    /// Nanoseconds per node, and for each cell: 17 with 20 cells (2026-11-26).
    pub const NODE: f64 = 9.0;
    pub const ROW: f64 = 0.4;
}

/// Measured with `bench` on this engine alone, 2026-11-21.
pub(super) mod tabulate {
    /// Nanoseconds to plan, and for each cell of each condition: 12 us for three fractions, 30 to 60 us for products of five
    /// words, 50 us on half of the corpus, with many shared cells (2026-11-23).
    pub const PLANNING: f64 = 5_000.0;
    pub const PLANNING_A_CELL: f64 = 1_500.0;
    /// Nanoseconds per node, which is a row looked up, or one made: three fractions take 34 us for 10,721.
    pub const NODE: f64 = 3.5;
    /// Nanoseconds for the tables of one choice of fixed digits, whatever their size, and for a part: 2.5 us if a product of
    /// five words is cut into a thousand choices (2026-11-23).
    pub const START: f64 = 700.0;
    pub const PART: f64 = 500.0;
    /// Nanoseconds to find that a choice of fixed digits uses a digit twice. All choices are numbered, including those.
    pub const CHOICE: f64 = 20.0;
    /// Nanoseconds for a row of a table of linear factors.
    pub const ROW: f64 = 14.0;
    /// Nanoseconds for a row that the judge computes, and for one that is tested.
    pub const JUDGED: f64 = 250.0;
    pub const TESTED: f64 = 40.0;
    /// Nanoseconds for a combination of two rows that is kept.
    pub const KEPT: f64 = 6.0;
    /// Nanoseconds for a combination that is looked up.
    pub const PROBE: f64 = 2.0;
    /// Nanoseconds for each row kept or looked up if there are too many for the nearest cache.
    pub const FAR: f64 = 18.0;
    /// The number of rows that the nearest cache holds, and of those whose marks the next one holds: 3 ns for each of 218
    /// million lookups among 44,000 rows.
    pub const MANY: f64 = 5_000.0;
    pub const MARKED: f64 = 130_000.0;
    /// Nanoseconds for two rows of the same value whose digits are compared.
    pub const MATCH: f64 = 4.0;
    /// Nanoseconds for a hit that is tested.
    pub const HIT: f64 = 60.0;
    /// Nanoseconds for a byte past those that the allocator keeps: the system provides its page again in every search.
    pub const FRESH: f64 = 0.1;
    /// The bytes that the allocator keeps.
    pub const AT_HAND: f64 = 131_072.0;
    /// Bytes of a row that is made, and of one that is kept: its key, its digits, its mask, and its origin, with the columns
    /// it is made from.
    pub const ROW_BYTES: f64 = 64.0;
    pub const KEPT_BYTES: f64 = 32.0;
}

pub(super) mod derive {
    /// Nanoseconds to plan, times the square of the number of cells to order, and times their number up to `PLANNING_CELLS`:
    /// 17 us with 6 cells, 100 to 160 us with 10. Above that, the square alone counts: 250 us with 18, 320 us with 25,
    /// because the first routes show that little is to be searched (2026-11-21).
    pub const PLANNING: f64 = 80.0;
    pub const PLANNING_CELLS: f64 = 10.0;
    /// Nanoseconds to plan for each cell of the problem.
    pub const PLANNING_A_CELL: f64 = 500.0;
    /// Nanoseconds per node.
    pub const NODE: f64 = 30.0;
    /// Finding the digits of a level costs this share of a node, even if there are none.
    pub const TRIED: f64 = 0.5;
    /// From this number of nodes, it pays to try other beginnings.
    pub const WORTH_SEEDS: f64 = 60.0;
    /// The nodes for each order that is sampled.
    pub const WORTH_A_SAMPLE: f64 = 2000.0;
    /// The first sample keeps one node of each level for this number of expected nodes.
    pub const NODES_FOR_KEPT: f64 = 20.0;
    /// The last samples keep one node of each level for the first number of nodes at stake, up to the second number. The pair
    /// with the larger result decides.
    pub const SAMPLES: [(f64, f64); 2] = [(500.0, 128.0), (50_000.0, 2000.0)];
    /// A search for other orders cannot make up for this many times the cost of another plan.
    pub const HOPELESS: f64 = 10.0;
    /// The factor between the nodes of a product and those that its ranges promise, on the products of the corpus.
    pub const DOUBT: f64 = 4.0;
    /// The nodes of a plan without an estimate: more than any plan with one has.
    pub const NO_ESTIMATE: f64 = 1e15;
    /// A range is tested if it leaves at most this share of what the previous one left, in logarithm: less does not pay for
    /// its 10 ns.
    pub const WORTH: f64 = -0.7;
}

pub(super) mod depth_first {
    /// Nanoseconds per node.
    pub const NODE: f64 = 20.0;
    /// Nanoseconds for a test of a condition that is not a sum, and of one that may take long (2026-11-23).
    pub const TEST: f64 = 20.0;
    pub const DEAR: f64 = 1_500.0;
}

pub(super) mod narrow {
    /// Nanoseconds to read the conditions: for each cell, and for each condition.
    pub const PLANNING_A_CELL: f64 = 300.0;
    pub const PLANNING_A_CONDITION: f64 = 500.0;
    /// Nanoseconds for an assignment that is tested for a table, and for a member of a function.
    pub const STEP: f64 = 40.0;
    /// Nanoseconds for a value of an expression, computed by the judge.
    pub const VALUE: f64 = 300.0;
    /// Nanoseconds per node if nothing is known of its work, and for a step of work.
    pub const NODE: f64 = 1_000.0;
    pub const WORK: f64 = 50.0;
    /// Nanoseconds that any search takes.
    pub const START: f64 = 3_000.0;
    /// The share of another plan's cost that may be spent on tables and samples before it is known whether they pay, and the
    /// nanoseconds of that share from which they are worth making.
    pub const SHARE: f64 = 0.2;
    pub const WORTH_A_SAMPLE: f64 = 200_000.0;
    /// The nanoseconds that may be spent if there is no other plan.
    pub const ALONE: f64 = 2_000_000.0;
}

pub(super) mod columns {
    /// Nanoseconds per node: 23 to 32 on the corpus (2026-11-23).
    pub const NODE: f64 = 26.0;
    /// The number of possible carries out of a column, one of which is right.
    pub const CARRIES: f64 = 2.0;
}

pub(super) mod lexicographic {
    /// Nanoseconds per assignment: 33 ns on a sum, 50 ns on fractions (2026-11-21).
    pub const NODE: f64 = 40.0;
}

pub(super) mod plain_changes {
    /// Nanoseconds per swap on a sum: 144 million a second.
    pub const NODE: f64 = 7.0;
    /// Nanoseconds for a test of the first condition, if there is no sum to skip most permutations: 60 ns for
    /// `is_triangular(UM)` (2026-11-21).
    pub const TEST: f64 = 50.0;
}

/// Measured on `ABCDEF+GHIJKL=MNOPQR` in base 18 and 20, from the right and from the left, which took 0.10, 0.94, 0.18 and
/// 1.5 s to count on one thread (November 2026), before states were put into tables in batches: since then, forecasts are up
/// to twice too high.
pub(super) mod count {
    /// Nanoseconds to plan, and for each pair of cells and each condition: 55 us for `AB+CD=EF` in a process that did nothing
    /// before (under load, November 2026).
    pub const PLANNING: f64 = 20_000.0;
    pub const PLANNING_A_PAIR: f64 = 400.0;
    /// Nanoseconds to open a node.
    pub const OPEN: f64 = 4.0;
    /// Nanoseconds to try a digit.
    pub const TRY: f64 = 2.0;
    /// The approximate number of moves examined in the time of trying one digit: together they count as one node.
    pub const MOVES: u32 = 16;
    /// Nanoseconds to put a state into a table, and the additional time if the table is larger than the caches.
    pub const PUT: f64 = 8.0;
    pub const FAR: f64 = 10.0;
    /// The number of states that the caches hold.
    pub const CACHED: f64 = 5e5;
    /// Nanoseconds to set up a table and its pass.
    pub const PASS: f64 = 400.0;
    /// Nanoseconds of work that are worth a second thread, compared with the 0.1 ms for starting threads.
    pub const ALONE: f64 = 1e6;
}
