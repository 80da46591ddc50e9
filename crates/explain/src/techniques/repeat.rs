//! A product that is written with repeated blocks, of which some are a factor: AAA = 111 × A, AHHAAH = 10001 × AH + 100 × HA.

use super::columns::known;
use super::{Find, Look, MOST_TUPLES, MOST_WAYS, Subject, Technique, factors, table};
use crate::scene::{Stated, Var};
use crate::state::News;
use crate::step::{At, Sentence, Value};
use crate::tell;
use fukumen_language::arrange::Arrange;
use fukumen_language::digits::Base;
use fukumen_language::expr::{Element, Expr};
use fukumen_language::number::gcd;
use fukumen_language::vocabulary::Algebra;

pub(super) const REPEAT_BLOCK: Technique = Technique {
    name: "repeat-block",
    looks_at: "a product with repeated blocks of digits",
    concludes: "what its factors have in common with 11, 101, 111, 1001, 10001 and the like",
    weight: 400,
    rank: 19,
    look: repeat_block,
};

/// The most values of a factor that are left.
const MOST_VALUES: usize = 4;

/// The most values of a factor among which these are.
const MOST_LOOKED_AT: usize = 1_000;

/// The largest number of blocks that is taken apart.
const MOST_TIMES: i64 = 1_000_000_000;

/// A number in blocks: how many times it has one, and how many times it has the factor.
struct Blocks<'a> {
    block: &'a [Element],
    times: i64,
    of_factor: i64,
}

fn repeat_block(look: &Look) -> Vec<Find> {
    let mut finds = Vec::new();
    for (index, stated) in look.scene.stated.iter().enumerate() {
        let Some((made, [a, b])) = product(&stated.expr) else { continue };
        let stamp = look.stamp(stated.places.iter().map(|place| Var::Place(*place)));
        for (turn, (factor, other)) in [(a, b), (b, a)].into_iter().enumerate() {
            let find = look.at(REPEAT_BLOCK.name, (index, turn), stamp, || {
                all_blocks(look, made, factor)
                    .into_iter()
                    .find_map(|blocks| factor_of_blocks(look, stated, made, [factor, other], &blocks))
            });
            finds.extend(find);
        }
    }
    finds
}

/// A number that is the product of two others, and these.
fn product(expr: &Expr) -> Option<(&[Element], [&[Element]; 2])> {
    factors::both_ways(expr)?.into_iter().find_map(|(of, made)| {
        let Expr::Chain(chain) = of else { return None };
        let [(operator, right)] = &chain.rest[..] else { return None };
        let (left, right, made) = (whole(&chain.first)?, whole(right)?, whole(made)?);
        match operator.algebra {
            Algebra::Times => Some((made, [left, right])),
            Algebra::Over => Some((left, [right, made])),
            _ => None,
        }
    })
}

fn whole(expr: &Expr) -> Option<&[Element]> {
    match expr {
        Expr::Numeral(numeral) if numeral.is_whole() && numeral.base.is_none() => Some(&numeral.whole),
        _ => None,
    }
}

/// The ways to cut a number into equal blocks, or into such blocks and a factor.
fn all_blocks<'a>(look: &Look, made: &'a [Element], factor: &[Element]) -> Vec<Blocks<'a>> {
    let lengths = (1..=made.len() / 2).filter(|length| made.len().is_multiple_of(*length));
    let of_length = |length: usize| {
        let power = look.scene.b().checked_pow(u32::try_from(length).ok()?)?;
        let block = made.rchunks(length).find(|piece| *piece != factor)?;
        let (mut times, mut of_factor, mut weight) = (0, 0, 1_i64);
        for piece in made.rchunks(length) {
            match piece {
                _ if weight > MOST_TIMES => return None,
                _ if piece == block => times += weight,
                _ if piece == factor => of_factor += weight,
                _ => return None,
            }
            weight = weight.saturating_mul(power);
        }
        let is_hidden = block.iter().any(|element| matches!(element, Element::Hidden(_)));
        (is_hidden && (2..=MOST_TIMES).contains(&times)).then_some(Blocks { block, times, of_factor })
    };
    lengths.filter_map(of_length).collect()
}

/// The values of a factor of a number in blocks, if they are few.
fn factor_of_blocks(
    look: &Look,
    stated: &Stated,
    made: &[Element],
    [factor, other]: [&[Element]; 2],
    blocks: &Blocks,
) -> Option<Find> {
    let vars: Vec<Var> = table::places(factor).into_iter().map(Var::Place).collect();
    let primes = primes(blocks.times);
    let shared = shared(look, made, factor, blocks, &primes);
    let (ways, said) = if blocks.of_factor == 0 {
        let prime = primes.into_iter().rev().find(|prime| is_below(look, [made, other], *prime))?;
        let is_multiple = |way: &[i64]| number(look, factor, &vars, way) % prime == 0;
        let other = Value::Text(tell::numeral(look.scene, other));
        let further = vec![("prime", Value::Text(prime.to_string())), ("other", other)];
        let said = Sentence { key: "repeat-prime", params: [shared, further].concat() };
        (look.ways(&vars, &[], MOST_WAYS, &is_multiple)?, vec![said])
    } else {
        (ways_of_factor(look, factor, blocks, &vars)?, said_of_factor(look, factor, blocks, shared))
    };
    let mut news = look.news_of(&vars, &ways);
    let is_list = (2..=MOST_VALUES).contains(&ways.len()) && !news.is_empty();
    if let Some(numeral) = look.scene.numeral_of(factor).filter(|_| is_list) {
        let mut values: Vec<i128> = ways.iter().map(|way| number(look, factor, &vars, way).into()).collect();
        values.arrange();
        news.insert(0, News::Values(numeral, values));
    }
    let all: Vec<Var> = stated.places.iter().map(|place| Var::Place(*place)).collect();
    let is_checked = look.tuples(&all).is_some_and(|tuples| tuples <= MOST_TUPLES);
    if ways.is_empty() || news.is_empty() || !is_checked {
        return None;
    }
    let mut find = look.enumerated(&REPEAT_BLOCK, &all, &[stated.given], news, ways.len());
    find.at = At { equation: Some(stated.number), columns: Vec::new() };
    find.subject = Subject::Said(said);
    Some(find)
}

/// What is said of blocks in any case: what they add up to, and into which primes their number falls.
fn shared(
    look: &Look,
    made: &[Element],
    factor: &[Element],
    blocks: &Blocks,
    primes: &[i64],
) -> Vec<(&'static str, Value)> {
    let listed: Vec<String> = primes.iter().map(ToString::to_string).collect();
    let product = listed.join(" × ");
    vec![
        ("number", Value::Text(tell::numeral(look.scene, made))),
        ("blocks", Value::Text(written(look, factor, blocks))),
        ("factor", Value::Text(tell::numeral(look.scene, factor))),
        ("times", Value::Text(blocks.times.to_string())),
        ("primes", Value::List(listed)),
        ("product", Value::Text(product)),
    ]
}

/// Why a factor of a number that has it among its blocks shares a divisor with how many the others are.
fn said_of_factor(
    look: &Look,
    factor: &[Element],
    blocks: &Blocks,
    shared: Vec<(&'static str, Value)>,
) -> Vec<Sentence> {
    let names = [factor, blocks.block].map(|elements| tell::numeral(look.scene, elements));
    let rest = format!("{} × {}", blocks.times, names[1]);
    let first =
        Sentence { key: "repeat-factor", params: [shared, vec![("rest", Value::Text(rest))]].concat() };
    let times = blocks.times.to_string();
    let further = [("factor", &names[0]), ("block", &names[1]), ("times", &times)];
    let mut params: Vec<_> = further.map(|(name, text)| (name, Value::Text(text.clone()))).into();
    let digits = reversed(look, factor, blocks.block);
    let key = if digits.is_some() { "repeat-reversed" } else { "repeat-shared" };
    if let Some(digits) = digits {
        let sums = [("sum", names.join(" + ")), ("digits", digits.join(" + "))];
        params.extend(sums.map(|(name, text)| (name, Value::Text(text))));
    }
    vec![first, Sentence { key, params }]
}

/// The values of a factor that divides a number of blocks, if each has a divisor in common with how many these are.
fn ways_of_factor(look: &Look, factor: &[Element], blocks: &Blocks, vars: &[Var]) -> Option<Vec<Vec<i64>>> {
    let mut both = vars.to_vec();
    both.extend(table::places(blocks.block).into_iter().map(Var::Place).filter(|var| !vars.contains(var)));
    let divides = |way: &[i64]| {
        let (value, block) = (number(look, factor, &both, way), number(look, blocks.block, &both, way));
        value > 0 && (block % value) * (blocks.times % value) % value == 0
    };
    let ways = look.ways(&both, &[], MOST_LOOKED_AT, &divides)?;
    if ways.iter().any(|way| gcd(number(look, factor, &both, way), blocks.times) == 1) {
        return None;
    }
    let mut own: Vec<Vec<i64>> = Vec::new();
    for way in ways {
        let way = way[..vars.len()].to_vec();
        if !own.contains(&way) {
            own.push(way);
        }
    }
    (own.len() <= MOST_VALUES).then_some(own)
}

/// The digits of a factor of two digits, if the block has them the other way round and is different.
fn reversed(look: &Look, factor: &[Element], block: &[Element]) -> Option<[String; 2]> {
    let (&[a @ Element::Hidden(first), b @ Element::Hidden(second)], &[c, d]) = (factor, block) else {
        return None;
    };
    let differ = look.scene.differ[first.index()][second.index()];
    (look.scene.base == Base::TEN && differ && [a, b] == [d, c])
        .then(|| [[a], [b]].map(|own| tell::numeral(look.scene, &own)))
}

/// Whether all values of a factor, by its digits, are less than a prime. The product is not 0, so neither is the factor.
fn is_below(look: &Look, [made, factor]: [&[Element]; 2], prime: i64) -> bool {
    let end = |elements: &[Element], is_most: bool| {
        let vars: Vec<Var> = table::places(elements).into_iter().map(Var::Place).collect();
        let values = vars.iter().map(|var| known(look, *var));
        let ends =
            values.map(|values| if is_most { values.last().copied() } else { values.first().copied() });
        Some(number(look, elements, &vars, &ends.collect::<Option<Vec<i64>>>()?))
    };
    end(made, false).is_some_and(|least| least > 0) && end(factor, true).is_some_and(|most| most < prime)
}

/// The value of a numeral with the values of its places.
fn number(look: &Look, elements: &[Element], vars: &[Var], way: &[i64]) -> i64 {
    elements.iter().fold(0_i64, |sum, element| {
        let digit = match element {
            Element::Shown(digit) => (*digit).into(),
            Element::Hidden(place) => {
                vars.iter().position(|var| *var == Var::Place(place.index())).map_or(0, |at| way[at])
            }
        };
        sum.saturating_mul(look.scene.b()).saturating_add(digit)
    })
}

/// A number as what its blocks add up to.
fn written(look: &Look, factor: &[Element], blocks: &Blocks) -> String {
    let block = format!("{} × {}", blocks.times, tell::numeral(look.scene, blocks.block));
    match blocks.of_factor {
        0 => block,
        1 => format!("{block} + {}", tell::numeral(look.scene, factor)),
        times => format!("{block} + {times} × {}", tell::numeral(look.scene, factor)),
    }
}

/// The prime factors of a number, in ascending order.
fn primes(mut number: i64) -> Vec<i64> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number % divisor == 0 {
            primes.push(divisor);
            number /= divisor;
        } else {
            divisor += 1;
        }
    }
    primes.extend((number > 1).then_some(number));
    primes
}
