//! K2: what a conclusion excludes is put in, and then one named fact is false by intervals, in one pass.

use super::Why;
use super::alike::are_alike;
use super::facts::{Facts, lone_place, places, round_up};
use super::interval::{Empty, End, Interval};
use super::linear::{Linear, Sign, as_form};
use super::world::World;
use crate::fact::{Carry, Claim, Place, Quantity, Relation, Term};
use fukumen_language::digits::{Digit, DigitSet};
use fukumen_language::expr::{Chain, Expr, Numeral, Remainder};
use fukumen_language::number::{Exact, Undefined};
use fukumen_language::vocabulary::{Kind, Logic, Meaning, Tier};

/// Something that can be found false.
enum Test<'t> {
    /// A form stands so to 0.
    Form(Linear, Sign),
    /// A relation, its terms taken one by one.
    Terms(&'t Relation, Sign),
    /// One side stands so to the other.
    Sides(Side<'t>, Side<'t>, Sign),
    /// The same of sides that are a form as well: only ranges say more of them.
    LinearSides(Side<'t>, Side<'t>, Sign),
    /// A quantity is in its range.
    Range(&'t Quantity),
    /// A division with remainder is right.
    Division(&'t Remainder),
    /// A function says so.
    Call(&'t Expr),
    /// Two places of a group are not known to be the same digit.
    Different(&'t [Place]),
    /// All tests of one of these.
    OneOf(Vec<Vec<Test<'t>>>),
}

#[derive(Clone, Copy)]
enum Side<'t> {
    Expr(&'t Expr),
    Carry(Carry),
    Zero,
}

impl<'t> From<&'t Quantity> for Side<'t> {
    fn from(quantity: &'t Quantity) -> Self {
        match quantity {
            Quantity::Expr(expr) => Self::Expr(expr),
            Quantity::Carry(carry) => Self::Carry(*carry),
        }
    }
}

pub(super) fn accepts(facts: &Facts, claim: &Claim) -> Result<(), Why> {
    let places = places(facts.claims.iter().map(|(_, claim)| *claim).chain([claim]));
    let Ok(mut world) = World::new(facts, places) else { return Ok(()) };
    let mut tests = Vec::new();
    facts.claims.iter().for_each(|(_, claim)| add_tests(facts, claim, &mut tests));
    if is_false(&tests, &world) {
        return Ok(());
    }
    let excludes = match claim {
        Claim::Digit(place, digits) => excludes_digits(&mut world, &tests, *place, |d| digits.contains(d)),
        Claim::Carry(carry, values) => excludes_carries(&mut world, &tests, *carry, |v| values.contains(&v))?,
        Claim::Range(quantity, from, to) => excludes_range(&mut world, &tests, quantity, from, to)?,
        Claim::Order { .. } | Claim::Same(..) | Claim::Relation(_) => excludes_opposite(&world, claim)?,
        Claim::False => false,
        _ => return Err(Why::NotUnderstood),
    };
    if excludes { Ok(()) } else { Err(Why::DoesNotFollow) }
}

fn excludes_digits(world: &mut World, tests: &[Test], place: Place, is_said: impl Fn(Digit) -> bool) -> bool {
    let digits = world.digits(place);
    digits.iter().filter(|d| !is_said(*d)).all(|digit| {
        world.put(place, DigitSet::one(digit));
        is_false(tests, world)
    })
}

fn excludes_carries(
    world: &mut World,
    tests: &[Test],
    carry: Carry,
    is_said: impl Fn(i64) -> bool,
) -> Result<bool, Why> {
    let values = world.facts.carried(carry).ok_or(Why::NotUnderstood)?;
    Ok(values.iter().filter(|v| !is_said(**v)).all(|value| {
        world.put_carry(carry, *value, *value);
        is_false(tests, world)
    }))
}

fn excludes_range(
    world: &mut World,
    tests: &[Test],
    quantity: &Quantity,
    from: &Option<Exact>,
    to: &Option<Exact>,
) -> Result<bool, Why> {
    let is_said = |number: &Exact| {
        from.as_ref().is_none_or(|from| from <= number) && to.as_ref().is_none_or(|to| to >= number)
    };
    let expr = match quantity {
        Quantity::Carry(carry) => {
            return excludes_carries(world, tests, *carry, |value| is_said(&Exact::from(value)));
        }
        Quantity::Expr(expr) => expr,
    };
    if let Some(place) = lone_place(expr) {
        let is_said = |d: Digit| is_said(&Exact::from(i64::from(d)));
        return Ok(excludes_digits(world, tests, place, is_said));
    }
    if !has_value(world, expr) {
        return Ok(false);
    }
    let below = from.as_ref().map(|from| Interval { high: End::open(from.clone()), ..SURE });
    let above = to.as_ref().map(|to| Interval { low: End::open(to.clone()), ..SURE });
    let excluded: Vec<Interval> = below.into_iter().chain(above).collect();
    Ok(excluded.into_iter().all(|part| is_excluded(world.facts, world.places(), tests, expr, part)))
}

const SURE: Interval = Interval { low: None, high: None, is_whole: false, is_sure: true };

/// Whether an expression cannot lie in a part of the numbers.
fn is_excluded(facts: &Facts, places: usize, tests: &[Test], expr: &Expr, part: Interval) -> bool {
    let Ok(mut world) = World::new(facts, places) else { return true };
    let form = Linear::expr(expr, facts.context.base).and_then(|form| in_part(&form, &part));
    world.assume(expr, part);
    let is_empty = world.interval(expr) == Err(Empty);
    is_empty
        || form.is_some_and(|form| Test::Form(form, Sign::AtMost).is_false(&world))
        || is_false(tests, &world)
}

/// A form of whole numbers that is at most 0 if another lies in a part with one open end.
fn in_part(form: &Linear, part: &Interval) -> Option<Linear> {
    match (&part.low, &part.high) {
        (None, Some(high)) => {
            form.clone().plus(&Linear::constant(round_up(&high.at).to_i128()?.checked_sub(1)?), -1)
        }
        (Some(low), None) => Linear::constant(low.at.floor().to_i128()?.checked_add(1)?).plus(form, -1),
        _ => None,
    }
}

/// Whether the opposite of an order or a relation is false.
fn excludes_opposite(world: &World, claim: &Claim) -> Result<bool, Why> {
    let base = world.facts.context.base;
    let form = |left: &Quantity, right: &Quantity| {
        Linear::quantity(left, base)?.plus(&Linear::quantity(right, base)?, -1)
    };
    let opposite = |form: Option<Linear>, sides: Option<[Side; 2]>, sign: Sign| {
        let by_form = form.is_some_and(|form| Test::Form(form, sign).is_false(world));
        by_form || sides.is_some_and(|[left, right]| Test::Sides(left, right, sign).is_false(world))
    };
    Ok(match claim {
        Claim::Order { left, right, strict } => {
            let sign = if *strict { Sign::AtMost } else { Sign::Less };
            are_sure(world, left, right)
                && opposite(form(right, left), Some([right.into(), left.into()]), sign)
        }
        Claim::Same(left, right) => {
            let is_not =
                |left, right| opposite(form(left, right), Some([left.into(), right.into()]), Sign::Less);
            are_sure(world, left, right) && is_not(left, right) && is_not(right, left)
        }
        Claim::Relation(relation) if relation.modulo.is_none() => {
            let form = Linear::relation(relation, base).ok_or(Why::NotUnderstood)?;
            let negated = form.clone().times(-1);
            opposite(Some(form), None, Sign::Less) && opposite(negated, None, Sign::Less)
        }
        _ => return Err(Why::NotUnderstood),
    })
}

fn are_sure(world: &World, left: &Quantity, right: &Quantity) -> bool {
    [left, right].into_iter().all(|quantity| match quantity {
        Quantity::Expr(expr) => has_value(world, expr),
        Quantity::Carry(_) => true,
    })
}

/// Whether an expression surely has a value: it does in itself, or a named fact is false without it.
fn has_value(world: &World, expr: &Expr) -> bool {
    let is_sure = |interval: Result<Interval, Empty>| interval.is_ok_and(|interval| interval.is_sure);
    if is_sure(world.interval(expr)) {
        return true;
    }
    let mut is_needed = false;
    for (_, claim) in world.facts.claims {
        for_each_needed(claim, &mut |needed| is_needed |= are_alike(needed, expr));
    }
    is_needed
}

/// Visits the numbers without which a claim is false.
fn for_each_needed<'c>(claim: &'c Claim, visit: &mut dyn FnMut(&'c Expr)) {
    match claim {
        Claim::Condition(expr) => needed_by_condition(expr, visit),
        Claim::Range(quantity, ..) | Claim::Residue(quantity, ..) => needed_by_quantity(quantity, visit),
        Claim::Order { left, right, .. } | Claim::Same(left, right) => {
            needed_by_quantity(left, visit);
            needed_by_quantity(right, visit);
        }
        _ => {}
    }
}

fn needed_by_quantity<'c>(quantity: &'c Quantity, visit: &mut dyn FnMut(&'c Expr)) {
    if let Quantity::Expr(expr) = quantity {
        needed_by_number(expr, visit);
    }
}

fn needed_by_condition<'c>(expr: &'c Expr, visit: &mut dyn FnMut(&'c Expr)) {
    match expr {
        Expr::Chain(chain) if chain.tier() == Tier::Relation => {
            chain.operands().for_each(|operand| needed_by_number(operand, visit));
        }
        Expr::Chain(chain) if is_and(chain) => {
            chain.operands().for_each(|operand| needed_by_condition(operand, visit));
        }
        Expr::Remainder(division) => {
            division.parts().into_iter().for_each(|part| needed_by_number(part, visit));
        }
        _ => {}
    }
}

fn needed_by_number<'c>(expr: &'c Expr, visit: &mut dyn FnMut(&'c Expr)) {
    visit(expr);
    match expr {
        Expr::Chain(chain) if chain.tier() > Tier::Relation => {
            chain.operands().for_each(|operand| needed_by_number(operand, visit));
        }
        Expr::Unary(_, operand) if expr.kind() == Kind::Number => needed_by_number(operand, visit),
        _ => {}
    }
}

fn is_and(chain: &Chain) -> bool {
    chain.rest.iter().all(|(operator, _)| matches!(operator.exact, Meaning::Logic(Logic::And)))
}

fn is_or(chain: &Chain) -> bool {
    chain.rest.iter().all(|(operator, _)| matches!(operator.exact, Meaning::Logic(Logic::Or)))
}

fn add_tests<'t>(facts: &Facts, claim: &'t Claim, tests: &mut Vec<Test<'t>>) {
    let base = facts.context.base;
    match claim {
        Claim::Relation(relation) if relation.modulo.is_none() => {
            if let Some((form, sign, _)) = as_form(claim, base) {
                tests.push(Test::Form(form, sign));
            }
            if relation.terms.iter().any(|(term, _)| matches!(term, Term::Numeral(_))) {
                tests.push(Test::Terms(relation, Sign::Equal));
            }
        }
        Claim::Order { left, right, strict } => {
            let sign = if *strict { Sign::Less } else { Sign::AtMost };
            let form = as_form(claim, base).map(|(form, ..)| form);
            add_sides(form, left.into(), right.into(), sign, tests);
        }
        Claim::Same(left, right) => {
            let form = as_form(claim, base).map(|(form, ..)| form);
            add_sides(form, left.into(), right.into(), Sign::Equal, tests);
        }
        Claim::Range(quantity, from, to) => {
            let form = Linear::quantity(quantity, base);
            if let (Some(form), Some(from)) = (&form, from) {
                let least = round_up(from).to_i128().and_then(|from| Linear::constant(from).plus(form, -1));
                tests.extend(least.map(|form| Test::Form(form, Sign::AtMost)));
            }
            if let (Some(form), Some(to)) = (&form, to) {
                let to = to.floor().to_i128();
                let most = to.and_then(|to| form.clone().plus(&Linear::constant(to), -1));
                tests.extend(most.map(|form| Test::Form(form, Sign::AtMost)));
            }
            tests.push(Test::Range(quantity));
        }
        Claim::Condition(expr) => add_condition(facts, expr, tests),
        Claim::Distinct(places) => tests.push(Test::Different(places)),
        _ => {}
    }
}

fn add_condition<'t>(facts: &Facts, expr: &'t Expr, tests: &mut Vec<Test<'t>>) {
    match expr {
        Expr::Chain(chain) if chain.tier() == Tier::Relation => {
            let mut left = &*chain.first;
            for (operator, right) in &chain.rest {
                if let Some((sign, is_reversed)) = Sign::of(operator.algebra) {
                    let [a, b] = if is_reversed { [right, left] } else { [left, right] };
                    add_comparison(facts, a, b, sign, tests);
                }
                left = right;
            }
        }
        Expr::Chain(chain) if chain.tier() == Tier::And || chain.tier() == Tier::Or => {
            if is_and(chain) {
                chain.operands().for_each(|operand| add_condition(facts, operand, tests));
            } else if is_or(chain) {
                let alternative = |operand: &'t Expr| {
                    let mut tests = Vec::new();
                    add_condition(facts, operand, &mut tests);
                    tests
                };
                tests.push(Test::OneOf(chain.operands().map(alternative).collect()));
            }
        }
        Expr::Remainder(division) => {
            tests.push(Test::Division(division));
            add_comparison(facts, &division.rest, &division.divisor, Sign::Less, tests);
            tests.push(Test::Sides(Side::Zero, Side::Expr(&division.rest), Sign::AtMost));
        }
        Expr::Call(function, _) if function.kind == Kind::Condition && function.arguments == Kind::Number => {
            tests.push(Test::Call(expr));
        }
        _ => {}
    }
}

fn add_comparison<'t>(facts: &Facts, left: &'t Expr, right: &'t Expr, sign: Sign, tests: &mut Vec<Test<'t>>) {
    let base = facts.context.base;
    let form = Linear::expr(left, base)
        .zip(Linear::expr(right, base))
        .and_then(|(left, right)| left.plus(&right, -1));
    add_sides(form, Side::Expr(left), Side::Expr(right), sign, tests);
}

fn add_sides<'t>(
    form: Option<Linear>,
    left: Side<'t>,
    right: Side<'t>,
    sign: Sign,
    tests: &mut Vec<Test<'t>>,
) {
    tests.push(match form {
        Some(_) => Test::LinearSides(left, right, sign),
        None => Test::Sides(left, right, sign),
    });
    tests.extend(form.map(|form| Test::Form(form, sign)));
}

fn is_false(tests: &[Test], world: &World) -> bool {
    tests.iter().any(|test| !world.facts.interrupt.is_raised() && test.is_false(world))
}

impl Test<'_> {
    fn is_false(&self, world: &World) -> bool {
        self.contradicts(world).unwrap_or(true)
    }

    fn contradicts(&self, world: &World) -> Result<bool, Empty> {
        Ok(match self {
            Self::Form(form, sign) => world.ends(form)?.is_some_and(|(least, greatest)| match sign {
                Sign::Equal => least > 0 || greatest < 0,
                Sign::Unequal => least == 0 && greatest == 0,
                Sign::Less => least >= 0,
                Sign::AtMost => least > 0,
            }),
            Self::Terms(relation, sign) if world.has_ranges() => is_not(&by_terms(world, relation)?, *sign),
            Self::Terms(..) => false,
            Self::LinearSides(..) if !world.has_ranges() => false,
            Self::LinearSides(left, right, sign) | Self::Sides(left, right, sign) => {
                sides_contradict(world, *left, *right, *sign)?
            }
            Self::Range(Quantity::Expr(expr)) => world.interval(expr).is_err(),
            Self::Range(Quantity::Carry(_)) => false,
            Self::Division(division) => {
                let [dividend, divisor, quotient, rest] = division.parts().map(|part| world.interval(part));
                let product = divisor?.times(&quotient?, world.facts.context);
                dividend?.meet(&product.plus(&rest?)).is_err()
            }
            Self::Call(expr) => says_no(world, expr)?,
            Self::Different(places) => {
                let mut taken = DigitSet::EMPTY;
                let mut is_twice = false;
                for digit in places.iter().filter_map(|place| world.digits(*place).only()) {
                    is_twice |= taken.contains(digit);
                    taken = taken.with(digit);
                }
                is_twice
            }
            Self::OneOf(alternatives) => alternatives.iter().all(|tests| is_false(tests, world)),
        })
    }
}

/// Whether a number that lies in an interval does not stand so to 0.
fn is_not(number: &Interval, sign: Sign) -> bool {
    let is_above = |is_allowed: bool| {
        number
            .low
            .as_ref()
            .is_some_and(|low| !low.at.is_negative() && (!low.at.is_zero() || low.is_open || is_allowed))
    };
    let is_below =
        number.high.as_ref().is_some_and(|high| high.at.is_negative() || high.at.is_zero() && high.is_open);
    match sign {
        Sign::Equal => is_above(false) || is_below,
        Sign::Unequal => number.only().is_some_and(Exact::is_zero),
        Sign::Less => is_above(true),
        Sign::AtMost => is_above(false),
    }
}

fn sides_contradict(world: &World, left: Side, right: Side, sign: Sign) -> Result<bool, Empty> {
    let interval = |side: Side| match side {
        Side::Expr(expr) => world.interval(expr),
        Side::Carry(carry) => Ok(world.carry_interval(carry)),
        Side::Zero => Ok(Interval::point(Exact::ZERO)),
    };
    let (a, b) = (interval(left)?, interval(right)?);
    // That no whole number lies between fractions is not seen from sizes.
    if is_not(&a.minus(&b), sign) {
        return Ok(true);
    }
    let (Side::Expr(left), Side::Expr(right)) = (left, right) else { return Ok(false) };
    Ok(world.has_groups() && is_not(&world.spread(&[(left, false), (right, true)])?, sign))
}

fn by_terms(world: &World, relation: &Relation) -> Result<Interval, Empty> {
    let context = world.facts.context;
    let number = |number: i128| Exact::from(number as i64);
    let fits = |number: i128| i64::try_from(number).is_ok();
    if !fits(relation.equals) || !relation.terms.iter().all(|(_, factor)| fits(*factor)) {
        return Ok(Interval::ANY);
    }
    let mut sum = Interval::point(number(relation.equals).negated());
    for (term, factor) in &relation.terms {
        let value = match term {
            Term::Place(place) => world.place_interval(*place),
            Term::Carry(carry) => world.carry_interval(*carry),
            Term::Numeral(elements) => world.interval(&Expr::Numeral(Numeral::whole(elements.clone())))?,
        };
        sum = sum.plus(&value.times(&Interval::point(number(*factor)), context));
    }
    Ok(sum)
}

/// Whether a function of known numbers says no.
fn says_no(world: &World, expr: &Expr) -> Result<bool, Empty> {
    let Expr::Call(function, arguments) = expr else { return Ok(false) };
    let arguments =
        arguments.iter().map(|argument| world.interval(argument)).collect::<Result<Vec<_>, _>>()?;
    let known: Option<Vec<Exact>> = arguments.iter().map(|known| known.only().cloned()).collect();
    Ok(known.is_some_and(|known| match function.value(&known, world.facts.context) {
        Ok(value) => value.is_zero(),
        Err(undefined) => undefined == Undefined::NoValue,
    }))
}
