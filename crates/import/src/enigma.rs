//! Run files and arguments of enigma.py (Jim Randell, <https://enigmaticcode.wordpress.com>).
//!
//! A file is split as a shell would split it. The first word names the solver, the others are its arguments. `arguments.rs` reads
//! the arguments, `expression.rs` their expressions, which are a part of Python's, and `writer.rs` writes them in our language.
//! `division.rs` draws long divisions.

mod arguments;
mod division;
mod expression;
mod functions;
mod items;
mod names;
mod tokens;
mod tree;
mod writer;

pub(super) use names::Names;

use std::collections::BTreeSet;

use super::typed::Typed;
use super::{Draft, refusal, typed};
use arguments::{Arguments, Different, set_different};
use fukumen_language::digits::DigitSet;
use fukumen_language::message::{Note, message};
use fukumen_language::puzzle::{Assignment, Permission, Rules};
use fukumen_language::text::TextError;
use tree::Tree;
use writer::Writer;

/// The most words before the name of a solver, for a whole command that is pasted.
const MOST_BEFORE: usize = 8;

/// The solvers, by their names in the files.
const SOLVERS: &[(&str, Solver)] = &[
    ("SubstitutedSum", Solver::Sum),
    ("SubstitutedExpression", Solver::Expression),
    ("Alphametic", Solver::Expression),
    ("SubstitutedExpression.split_sum", Solver::SplitSum),
    ("Alphametic.split_sum", Solver::SplitSum),
    ("SubstitutedDivision", Solver::Division),
    ("SubstitutedSum.bungled_sum", Solver::Bungled),
    ("bungled_sum", Solver::Bungled),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Solver {
    Sum,
    Expression,
    SplitSum,
    Division,
    Bungled,
}

pub(super) fn read(file: &str) -> Result<Vec<Draft>, TextError> {
    let words = typed::words(file)?;
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let named = |word: &Typed| SOLVERS.iter().find(|(name, _)| *name == word.text());
    let place = words.iter().take(MOST_BEFORE).position(|word| named(word).is_some());
    let is_command = |word: &Typed| {
        let text = word.text();
        let starts = ["python", "pypy", "enigma", "-", "%", "$"];
        starts.iter().any(|start| text.starts_with(start)) || text.ends_with("enigma.py")
    };
    let place = place.filter(|place| words[..*place].iter().all(is_command));
    let Some(place) = place else {
        let mistake = refusal(message!("import-solver", name = words[0].text()), words[0].at.clone());
        return Err(mistake.help(message!("help-import-solver")));
    };
    let (_, solver) = named(&words[place]).expect("it was found above");
    let at = words[0].at.start..words[words.len() - 1].at.end;
    let mut arguments = Arguments::read(&words[place + 1..])?;
    if arguments.puzzles.is_empty() {
        return Err(refusal(message!("import-empty"), at));
    }
    let mut draft = match solver {
        Solver::Sum => sums(&mut arguments)?,
        Solver::SplitSum => split_sums(&mut arguments)?,
        Solver::Expression => expressions(&mut arguments)?,
        Solver::Bungled => bungled(&mut arguments)?,
        Solver::Division => division::draft(&arguments)?,
    };
    draft.at = at;
    draft.first = arguments.first;
    Ok(vec![draft])
}

/// The conditions of a file, and the expressions to be shown.
struct Conditions {
    trees: Vec<Tree>,
    shows: Vec<Tree>,
    /// Symbols named by options, which take part although no word has them.
    named: Vec<char>,
}

/// Reads `A + B = C` for each argument. Every character is a symbol, digits too.
fn sums(arguments: &mut Arguments) -> Result<Draft, TextError> {
    let trees = arguments.puzzles.iter().map(sum).collect::<Result<Vec<_>, _>>()?;
    arguments.different = Different::All;
    draft(arguments, Conditions { trees, shows: Vec::new(), named: Vec::new() })
}

/// Reads the equation of a sum: words with `+` between them, the last one after `=`.
fn sum(typed: &Typed) -> Result<Tree, TextError> {
    let is_between = |c: char| c.is_whitespace() || c == '+' || c == '=';
    let mut words: Vec<Tree> = Vec::new();
    for part in typed.split(is_between).into_iter().filter(|part| !part.marks.is_empty()) {
        words.push(Tree::word(&part.text(), part.at.clone()));
    }
    let result = words.pop();
    let Some((first, rest)) = words.split_first() else {
        return Err(refusal(message!("import-sum"), typed.at.clone()));
    };
    let sum = rest.iter().cloned().fold(first.clone(), |sum, word| Tree::binary("+", sum, word));
    Ok(Tree::equation(sum, result.expect("words before it were found")))
}

/// Reads sums, and conditions of any kind after `--` and in `--extra`.
fn split_sums(arguments: &mut Arguments) -> Result<Draft, TextError> {
    let unbraced = |typed: &Typed| {
        let marks = typed.marks.iter().filter(|mark| !['{', '}'].contains(&mark.sign)).cloned().collect();
        Typed { marks, at: typed.at.clone() }
    };
    let sums = arguments.puzzles.iter().map(|typed| sum(&unbraced(typed)));
    let mut trees = sums.collect::<Result<Vec<_>, _>>()?;
    trees.extend(arguments.extras()?);
    let shows = arguments.shows()?;
    draft(arguments, Conditions { trees, shows, named: Vec::new() })
}

fn expressions(arguments: &mut Arguments) -> Result<Draft, TextError> {
    let mut trees = Vec::new();
    for typed in &arguments.puzzles {
        trees.push(arguments.condition(typed)?);
    }
    trees.extend(arguments.extras()?);
    let shows = arguments.shows()?;
    let named = arguments.named_symbols();
    draft(arguments, Conditions { trees, shows, named })
}

/// Reads a sum in which one letter is misprinted. Further arguments number the terms, from 0, where it may be.
fn bungled(arguments: &mut Arguments) -> Result<Draft, TextError> {
    let (text, places) = arguments.puzzles.split_first().expect("it was checked that there is one");
    let tree = sum(text)?;
    let is_between = |c: char| c.is_whitespace() || c == '+' || c == '=';
    let terms: Vec<Typed> =
        text.split(is_between).into_iter().filter(|part| !part.marks.is_empty()).collect();
    let mut suspects = Vec::new();
    for place in places {
        let term = place.text().trim().parse().ok().and_then(|i: usize| terms.get(i));
        suspects.push(
            term.ok_or_else(|| refusal(message!("import-term", terms = terms.len()), place.at.clone()))?,
        );
    }
    let (suspects, arguments) = (suspects.iter().map(|term| term.text()).collect::<Vec<_>>(), &*arguments);
    let mut draft = draft(arguments, Conditions { trees: vec![tree], shows: Vec::new(), named: Vec::new() })?;
    let mut value = "1".to_string();
    if !suspects.is_empty() {
        value += &format!(":{}", suspects.join(","));
    }
    let set = draft.rules.set("misprint", Some(&value));
    set.map_err(|error| refusal(error.message(), text.at.clone()))?;
    Ok(draft)
}

/// Returns the draft of the conditions under the options of a file.
fn draft(arguments: &Arguments, conditions: Conditions) -> Result<Draft, TextError> {
    let Conditions { trees, shows, named } = conditions;
    let mut symbols: Vec<char> = Vec::new();
    let mut leads: BTreeSet<char> = BTreeSet::new();
    let mut shown_leads: BTreeSet<char> = BTreeSet::new();
    let mut in_conditions = 0;
    for (i, tree) in trees.iter().chain(&shows).enumerate() {
        tree.for_each_word(&mut |word| {
            for symbol in word.chars() {
                if !symbols.contains(&symbol) {
                    symbols.push(symbol);
                }
            }
            if let (Some(lead), Some(_)) = (word.chars().next(), word.chars().nth(1)) {
                if i < trees.len() {
                    leads.insert(lead)
                } else {
                    shown_leads.insert(lead)
                };
            }
        });
        if i + 1 == trees.len() {
            in_conditions = symbols.len();
        }
    }
    let free: Vec<char> = named.into_iter().filter(|c| !symbols.contains(c)).collect();
    symbols.extend(&free);
    let literals = &arguments.literals;
    symbols.retain(|symbol| !literals.contains(symbol));
    let names = Names::of(&symbols).ok_or_else(|| refusal(message!("import-symbols"), arguments.at()))?;
    let names = names.with_literals(literals, arguments.base);
    let nonzero: BTreeSet<char> = match arguments.says_invalid {
        true => BTreeSet::new(),
        false => leads.union(&shown_leads).copied().collect(),
    };
    let mut writer = Writer::new(&names, arguments.base, &nonzero);
    let mut body = trees.iter().map(|tree| writer.condition(tree)).collect::<Result<Vec<_>, _>>()?;
    let written = writer.leads().clone();
    body.extend(free.iter().filter(|c| symbols.contains(c)).map(|c| format!("{0}={0}", names.name(*c))));
    let shows = shows.iter().map(|show| writer.shown(show)).collect::<Result<Vec<_>, _>>()?;
    let mut rules = Rules { base: arguments.base, shows, ..Rules::default() };
    names.set(&mut rules);
    let notes = writer.notes();
    // The leading digits that our language keeps from being 0 by itself.
    let shown_alone: BTreeSet<char> = shown_leads
        .iter()
        .copied()
        .filter(|lead| !symbols[..in_conditions.min(symbols.len())].contains(lead))
        .collect();
    let ours: BTreeSet<char> = written.union(&shown_alone).copied().collect();
    arguments.set_digits(&mut rules, &symbols, &names)?;
    let zero_allowed = arguments.may_be_zero();
    let is_exact = !arguments.says_invalid && ours.iter().all(|lead| !zero_allowed.contains(lead));
    if !is_exact {
        rules.leading_zeros = Permission::Allowed;
    }
    let zero = DigitSet::one(0);
    for lead in &nonzero {
        let is_open = symbols.contains(lead) && !zero_allowed.contains(lead);
        if is_open && (!is_exact || !ours.contains(lead)) {
            rules.assign.push(Assignment::new(names.name(*lead), zero, Permission::Forbidden));
        }
    }
    let bound: Vec<char> =
        symbols.iter().copied().filter(|c| !free.contains(c) || !arguments.is_free(*c)).collect();
    match &arguments.different {
        Different::All if bound.len() < symbols.len() => {
            let group = bound.iter().collect();
            set_different(&Different::Groups(vec![group]), &mut rules, &bound, &names);
        }
        different => set_different(different, &mut rules, &symbols, &names),
    }
    Ok(Draft { rules, body: body.join(", "), notes: notes_of(arguments, notes), first: None, at: 0..0 })
}

fn notes_of(arguments: &Arguments, mut notes: Vec<Note>) -> Vec<Note> {
    notes.extend(arguments.notes.iter().cloned());
    notes
}
