//! Goes through the values of a number, or of a few digits.

use super::{Find, Give, Look, MOST_TUPLES, MOST_WAYS, Subject, Technique, factors, ways_weight};
use crate::fact::Term;
use crate::scene::{Stated, Var};
use crate::state::{News, RawProof};
use crate::step::Rule;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::Digit;
use fukumen_language::expr::{Cell, Element, Expr, Numeral};
use fukumen_language::judge;
use fukumen_language::judge::Truth;
use fukumen_language::vocabulary::{Algebra, Tier};

pub(super) const TABLE: Technique = Technique {
    name: "table",
    looks_at: "a number with few values left",
    concludes: "those that fit the pattern of a row that depends on it, or that sizes and primes leave",
    weight: 100,
    rank: 12,
    look: |look| [table(look), super::denominators::denominators(look)].concat(),
};

pub(super) const WHOLE: Technique = Technique {
    name: "reach",
    looks_at: "a condition with few unknown digits, a sum of fractions",
    concludes: "digits that occur in one of its ways, or with which it is not too small or too large",
    weight: 200,
    rank: 12,
    look: |look| [whole(look, &WHOLE, false), super::fractions::reaches(look)].concat(),
};

pub(super) const QUESTION: Technique = Technique {
    name: "question",
    looks_at: "a condition with a function",
    concludes: "values that satisfy it",
    weight: 200,
    rank: 12,
    look: |look| whole(look, &QUESTION, true),
};

/// The most numbers of which a reader sees at once which squares are too large.
const MOST_SQUARED: usize = 200;

/// The values of a numeral that its digits, its bounds and its list allow, if they are few.
pub(super) fn candidates(look: &Look, numeral: usize, most: usize) -> Option<Vec<i128>> {
    let elements = &look.scene.numerals[numeral];
    let (least, greatest) = look.state.bounds(look.scene, numeral)?;
    if let Some(values) = look.state.sizes[numeral].as_ref().and_then(|size| size.values.as_ref()) {
        let fits = |value: &&i128| (least..=greatest).contains(*value) && written(look, elements, **value);
        return Some(values.iter().filter(fits).copied().collect());
    }
    let span = greatest.checked_sub(least)?;
    if span <= 2_000 {
        look.work.set(look.work.get() + u64::try_from(span).unwrap_or(0) / 8);
        let found: Vec<i128> =
            (least..=greatest).filter(|value| written(look, elements, *value)).take(most + 1).collect();
        return (found.len() <= most).then_some(found);
    }
    let vars: Vec<Var> = places(elements).into_iter().map(Var::Place).collect();
    let ways = look.ways(&vars, &[], most, &|_| true)?;
    let mut found: Vec<i128> = ways.iter().filter_map(|way| value(look, elements, &vars, way)).collect();
    found.retain(|value| (least..=greatest).contains(value));
    found.arrange();
    Some(found)
}

pub(super) fn places(elements: &[Element]) -> Vec<usize> {
    let mut places = Vec::new();
    for element in elements {
        if let Element::Hidden(place) = element
            && !places.contains(&place.index())
        {
            places.push(place.index());
        }
    }
    places
}

fn value(look: &Look, elements: &[Element], vars: &[Var], way: &[i64]) -> Option<i128> {
    elements.iter().try_fold(0_i128, |sum, element| {
        let digit = match element {
            Element::Shown(digit) => i128::from(*digit),
            Element::Hidden(place) => {
                let at = vars.iter().position(|var| *var == Var::Place(place.index()))?;
                i128::from(way[at])
            }
        };
        sum.checked_mul(look.scene.b().into())?.checked_add(digit)
    })
}

/// Whether a number can be written with the open digits of a numeral.
fn written(look: &Look, elements: &[Element], value: i128) -> bool {
    let mut known: Vec<(usize, Digit)> = Vec::new();
    spell(look, elements, value, &mut known)
}

/// Reads the digits of a number off, if they agree with what is known and with each other.
pub(super) fn spell(look: &Look, elements: &[Element], value: i128, known: &mut Vec<(usize, Digit)>) -> bool {
    let base = i128::from(look.scene.b());
    let mut rest = value;
    for element in elements.iter().rev() {
        let Ok(digit) = Digit::try_from(rest % base) else { return false };
        rest /= base;
        let place = match element {
            Element::Shown(shown) if *shown == digit => continue,
            Element::Shown(_) => return false,
            Element::Hidden(place) => place.index(),
        };
        match known.iter().find(|(other, _)| *other == place) {
            Some((_, other)) if *other == digit => continue,
            Some(_) => return false,
            None => {}
        }
        let clashes = known.iter().any(|(other, taken)| *taken == digit && look.scene.differ[place][*other]);
        if clashes || !look.state.open(look.scene, place).contains(digit) {
            return false;
        }
        known.push((place, digit));
    }
    rest == 0 && value >= 0
}

/// The values of a numeral that make a row which depends on it alone.
fn table(look: &Look) -> Vec<Find> {
    let mut finds = Vec::new();
    for (index, stated) in look.scene.stated.iter().enumerate() {
        // Sums that are written on a line are read by their columns.
        let has_columns = || look.scene.has_columns(stated.number);
        if stated.role.is_none() && has_columns() {
            continue;
        }
        let stamp = look
            .stamp(stated.places.iter().map(|place| Var::Place(*place)))
            .max(stated.numerals.iter().map(|numeral| look.state.since_sizes[*numeral]).max().unwrap_or(0));
        let look_at = || {
            let (numeral, made, digit) = depends(look, stated)?;
            let mut find = fitting(look, stated, numeral, &made, digit)?;
            find.subject = Subject::Numeral(numeral, index, digit);
            Some(find)
        };
        finds.extend(look.at("table", (index, 0), stamp, look_at).map(|mut find| {
            find.at.equation = Some(stated.number);
            find
        }));
    }
    finds
}

/// A square root and what it is the root of, if a condition says no more: a reader squares the root.
pub(crate) fn rooted(expr: &Expr) -> Option<(&Numeral, &Numeral)> {
    factors::both_ways(expr)?.into_iter().find_map(|(of, root)| match root {
        Expr::Numeral(root) if root.is_whole() && root.base.is_none() => Some((root, radicand(of)?)),
        _ => None,
    })
}

fn radicand(expr: &Expr) -> Option<&Numeral> {
    match expr.as_root()? {
        (Expr::Numeral(of), 2) if of.is_whole() && of.base.is_none() => Some(of),
        _ => None,
    }
}

/// A condition `f(x) = row` in which all but one numeral is known, and perhaps a digit, and a row that stands alone.
fn depends(look: &Look, stated: &Stated) -> Option<(usize, Vec<Element>, Option<usize>)> {
    let Expr::Chain(chain) = &stated.expr else { return None };
    let [(operator, right)] = &chain.rest[..] else { return None };
    if chain.tier() != Tier::Relation || operator.algebra != Algebra::Equal {
        return None;
    }
    if let Some((root, of)) = rooted(&stated.expr)
        && let Some(numeral) = look.scene.numeral_of(&root.whole)
    {
        return Some((numeral, of.whole.clone(), None));
    }
    let left = &*chain.first;
    let (made, of) = match (left, right) {
        (_, Expr::Numeral(row)) if row.is_whole() => (row, left),
        (Expr::Numeral(row), _) if row.is_whole() => (row, right),
        _ => return None,
    };
    let mut inside: Vec<Vec<Element>> = Vec::new();
    of.for_each_numeral(&mut |numeral| inside.push(numeral.whole.clone()));
    let is_open =
        |elements: &Vec<Element>| places(elements).iter().any(|place| look.state.digit(*place).is_none());
    inside.retain(is_open);
    inside.dedup();
    let digit = inside.iter().find_map(|elements| match elements[..] {
        [Element::Hidden(place)] => Some(place.index()),
        _ => None,
    });
    inside
        .retain(|elements| !matches!(elements[..], [Element::Hidden(place)] if Some(place.index()) == digit));
    let [only] = &inside[..] else { return None };
    let numeral = look.scene.numeral_of(only)?;
    Some((numeral, made.whole.clone(), digit))
}

fn fitting(
    look: &Look,
    stated: &Stated,
    numeral: usize,
    made: &[Element],
    digit: Option<usize>,
) -> Option<Find> {
    let root = rooted(&stated.expr).filter(|(_, of)| of.whole == made);
    let before = match root {
        Some((_, of)) => roots(look, numeral, of)?,
        None => candidates(look, numeral, MOST_WAYS)?,
    };
    let pairs = with_digit(look, numeral, &before, digit);
    if pairs.len() > MOST_WAYS {
        return None;
    }
    let Expr::Chain(chain) = &stated.expr else { return None };
    let of = if matches!(&chain.rest[0].1, Expr::Numeral(row) if row.whole == made) {
        &*chain.first
    } else {
        &chain.rest[0].1
    };
    let elements = &look.scene.numerals[numeral];
    let mut ways: Vec<(i128, Vec<(usize, Digit)>)> = Vec::new();
    let count = pairs.len();
    for (value, mut known) in pairs {
        let row = if root.is_some() { value.checked_mul(value) } else { evaluate(look, of, &known) };
        let Some(row) = row else { continue };
        if spell(look, made, row, &mut known) {
            ways.push((value, known));
        }
    }
    let mut gives = Vec::new();
    let mut vars: Vec<Var> = places(elements).into_iter().map(Var::Place).collect();
    for place in digit.into_iter().chain(places(made)) {
        if !vars.contains(&Var::Place(place)) {
            vars.push(Var::Place(place));
        }
    }
    let tuples: Vec<Vec<i64>> =
        ways.iter().map(|(_, known)| vars.iter().map(|var| digit_of(look, known, *var)).collect()).collect();
    let news = look.news_of(&vars, &tuples);
    let had =
        look.state.sizes[numeral].as_ref().and_then(|size| size.values.as_ref()).map_or(usize::MAX, Vec::len);
    let mut left: Vec<i128> = ways.iter().map(|(value, _)| *value).collect();
    left.dedup();
    let fewer = left.len() < before.len() && left.len() < had && !left.is_empty();
    if news.is_empty() && !fewer {
        return None;
    }
    if fewer && left.len() > 1 {
        let (least, most) = look.state.bounds(look.scene, numeral)?;
        let (low, high) = (*left.first()?, *left.last()?);
        if (low, high) != (least, most) {
            gives.push(News::Range(numeral, Some(low), Some(high)));
        }
        gives.push(News::Values(numeral, left.clone()));
    }
    // The only number that is left says more to a reader than its digits.
    let exact: Vec<(usize, i128)> = match (&left[..], &ways[..]) {
        ([only], [(_, known)]) => {
            let row = look.scene.numeral_of(made).filter(|row| *row != numeral);
            let row = row.and_then(|row| Some((row, number(look, made, known)?)));
            std::iter::once((numeral, *only)).chain(row).collect()
        }
        ([only], _) => vec![(numeral, *only)],
        _ => Vec::new(),
    };
    gives.extend(exact.iter().map(|(numeral, value)| News::Range(*numeral, Some(*value), Some(*value))));
    let is_read_off = |news: &News| {
        let News::Digit(place, set) = news else { return false };
        let is_in = |(numeral, _): &(usize, i128)| places(&look.scene.numerals[*numeral]).contains(place);
        set.len() == 1 && exact.iter().any(is_in)
    };
    let (read_off, others): (Vec<News>, Vec<News>) = news.into_iter().partition(is_read_off);
    gives.extend(others);
    let mut facts = vec![stated.given];
    for other in stated.numerals.iter().chain([&numeral]) {
        facts.extend(look.state.sizes[*other].iter().flat_map(|size| size.why.iter().copied()));
    }
    for place in &stated.places {
        facts.extend_from_slice(look.state.why(Var::Place(*place)));
    }
    let known: Vec<Var> =
        stated.places.iter().map(|place| Var::Place(*place)).filter(|var| !vars.contains(var)).collect();
    vars.extend(known);
    let mut find = look.enumerated(&TABLE, &vars, &facts, Vec::new(), count);
    find.uses.arrange();
    find.uses.dedup();
    let over = over(look, numeral, &vars)?;
    find.gives = gives
        .into_iter()
        .map(|news| Give {
            news,
            rule: Rule::K1,
            proof: RawProof { over: over.clone(), ..RawProof::default() },
        })
        .chain(read_off.into_iter().map(|news| Give { news, rule: Rule::K7, proof: RawProof::default() }))
        .collect();
    find.weight = TABLE.weight + count as u64 * 100 / 8;
    Some(find)
}

/// The values of a numeral whose squares are as large as another one can be, if they are few.
fn roots(look: &Look, numeral: usize, of: &Numeral) -> Option<Vec<i128>> {
    let (least, most) = look.state.bounds(look.scene, look.scene.numeral_of(&of.whole)?)?;
    let is_square =
        |value: &i128| value.checked_mul(*value).is_some_and(|square| (least..=most).contains(&square));
    let mut values = candidates(look, numeral, MOST_SQUARED)?;
    values.retain(is_square);
    (values.len() <= MOST_WAYS).then_some(values)
}

/// The number that digits make in a numeral.
fn number(look: &Look, elements: &[Element], known: &[(usize, Digit)]) -> Option<i128> {
    elements.iter().try_fold(0_i128, |sum, element| {
        let digit = match element {
            Element::Shown(digit) => i64::from(*digit),
            Element::Hidden(place) => digit_of(look, known, Var::Place(place.index())),
        };
        sum.checked_mul(look.scene.b().into())?.checked_add(digit.into())
    })
}

/// Each value of a numeral with what it says of digits, and with each digit of another place.
fn with_digit(
    look: &Look,
    numeral: usize,
    values: &[i128],
    digit: Option<usize>,
) -> Vec<(i128, Vec<(usize, Digit)>)> {
    let mut pairs = Vec::new();
    for value in values {
        let mut known = Vec::new();
        if !spell(look, &look.scene.numerals[numeral], *value, &mut known) {
            continue;
        }
        let Some(place) = digit.filter(|place| known.iter().all(|(other, _)| other != place)) else {
            pairs.push((*value, known));
            continue;
        };
        for digit in look.state.open(look.scene, place).iter() {
            if !known.iter().any(|(other, taken)| *taken == digit && look.scene.differ[place][*other]) {
                pairs.push((*value, [known.clone(), vec![(place, digit)]].concat()));
            }
        }
    }
    pairs
}

/// The numeral itself if something is known of it, and every place besides its own; nothing if that are too many values.
pub(super) fn over(look: &Look, numeral: usize, vars: &[Var]) -> Option<Vec<Term>> {
    let (mut others, _) = look.company(vars);
    let mut over = Vec::new();
    let mut tuples: u64 = 1;
    if let Some(size) = &look.state.sizes[numeral] {
        let own = places(&look.scene.numerals[numeral]);
        others.retain(|place| !own.contains(place));
        over.push(Term::Numeral(look.scene.numerals[numeral].clone()));
        tuples = match &size.values {
            Some(values) => values.len() as u64,
            None => u64::try_from(size.most.checked_sub(size.least)?.checked_add(1)?).ok()?,
        };
    }
    let others_as_vars: Vec<Var> = others.iter().map(|place| Var::Place(*place)).collect();
    tuples = tuples.checked_mul(look.tuples(&others_as_vars)?)?;
    over.extend(others.into_iter().map(|place| Term::Place(crate::fact::Place::new(place))));
    (tuples <= MOST_TUPLES).then_some(over)
}

pub(super) fn digit_of(look: &Look, known: &[(usize, Digit)], var: Var) -> i64 {
    let Var::Place(place) = var else { return 0 };
    let found = known.iter().find(|(other, _)| *other == place).map(|(_, digit)| *digit);
    found.or_else(|| look.state.digit(place)).map_or(0, i64::from)
}

/// The value of an expression, whole and not negative, with what is known put in.
fn evaluate(look: &Look, expr: &Expr, known: &[(usize, Digit)]) -> Option<i128> {
    let mut digits: Vec<Digit> =
        (0..look.scene.cells.len()).map(|place| look.state.digit(place).unwrap_or(0)).collect();
    for (place, digit) in known {
        digits[*place] = *digit;
    }
    let value = judge::number(expr, &digits, &look.scene.context).ok()?;
    value.is_integer().then(|| value.to_i128())?
}

/// All ways of a condition with few unknown digits.
fn whole(look: &Look, technique: &'static Technique, is_question: bool) -> Vec<Find> {
    let mut finds = Vec::new();
    for (index, stated) in look.scene.stated.iter().enumerate() {
        if has_call(&stated.expr) != is_question {
            continue;
        }
        let vars: Vec<Var> = stated.places.iter().map(|place| Var::Place(*place)).collect();
        let unknown = vars.iter().filter(|var| look.state.value(**var).is_none()).count();
        if unknown == 0 && stated.places.is_empty() {
            continue;
        }
        // A sum of several columns is not looked at as a whole.
        let has_columns = look.scene.has_columns(stated.number);
        if unknown > if has_columns { 1 } else { 4 } {
            continue;
        }
        // The few values of a number are a table.
        let is_table = || {
            let (numeral, _, digit) = depends(look, stated)?;
            candidates(look, numeral, MOST_WAYS).filter(|_| digit.is_none())
        };
        if unknown > 1 && !is_question && !has_columns && is_table().is_some() {
            continue;
        }
        let stamp = look.stamp(vars.iter().copied());
        let find = look.at(technique.name, (index, 0), stamp, || {
            let test = |values: &[i64]| {
                look.work.set(look.work.get() + super::JUDGED + stated.size);
                let mut digits = vec![0; look.scene.cells.len()];
                for (place, value) in stated.places.iter().zip(values) {
                    digits[*place] = Digit::try_from(*value).unwrap_or(0);
                }
                judge::truth(&stated.expr, &digits, &look.scene.context) != Truth::No
            };
            let ways = look.ways(&vars, &[], MOST_WAYS, &test)?;
            let news = look.news_of(&vars, &ways);
            (!news.is_empty()).then(|| {
                let mut find = look.enumerated(technique, &vars, &[stated.given], news, ways.len());
                if unknown <= 1 {
                    // Readers calculate it. It is judged by its ways, so that nothing looks for it again.
                    find.technique = &super::columns::ONE_UNKNOWN;
                    find.weight = 100;
                } else {
                    let open = |place: usize| look.state.open(look.scene, place).len();
                    let tries = tries(&stated.expr, &open);
                    find.weight = technique.weight + ways_weight(ways.len()) + search_weight(tries);
                    // Who asks for squares lists them.
                    find.tries = if is_question { ways.len() as u64 } else { tries };
                }
                find
            })
        });
        finds.extend(find.map(|mut find| {
            find.at.equation = Some(stated.number);
            find.subject = Subject::Stated(index);
            find
        }));
    }
    finds
}

/// The places whose digits a reader tries: the others follow from them.
pub(crate) fn tried(expr: &Expr) -> Vec<usize> {
    match follows(expr) {
        Some((_, from)) => from,
        None => cells_of(expr),
    }
}

/// The places of a number that is alone on its side, or under a root alone on its side, and those they follow from.
pub(super) fn follows(expr: &Expr) -> Option<(Vec<usize>, Vec<usize>)> {
    let sides = factors::both_ways(expr).into_iter().flatten();
    let alone = sides
        .filter(|(_, made)| matches!(made, Expr::Numeral(_)))
        .map(|(from, made)| (cells_of(made), cells_of(from)));
    let root = rooted(expr).map(|(root, under)| (places(&under.whole), places(&root.whole)));
    alone.chain(root).min_by_key(|(_, from)| from.len())
}

fn cells_of(expr: &Expr) -> Vec<usize> {
    expr.cells().into_iter().map(Cell::index).collect()
}

/// In how many ways these places can be filled in, each with one of its digits.
pub(crate) fn tries(expr: &Expr, open: &dyn Fn(usize) -> usize) -> u64 {
    tried(expr).into_iter().fold(1, |tries: u64, place| tries.saturating_mul(open(place).max(1) as u64))
}

/// What it costs to find the few ways among more than a reader goes through: as much as a size each time they double.
fn search_weight(tries: u64) -> u64 {
    let doubled = (tries as f64 / MOST_WAYS as f64).log2().max(0.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small and positive")]
    let weight = (200.0 * doubled) as u64;
    weight
}

pub(crate) fn has_call(expr: &Expr) -> bool {
    matches!(expr, Expr::Call(..)) || expr.children().into_iter().any(has_call)
}
