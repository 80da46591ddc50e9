//! Roots and divisions on one line without semicolons: `√961=31-9=61-61=0`, `ABC/DE=BF-AE=FC-FC`.
//!
//! They look like chains of equations. They are read as steps only if their lengths fit, and the chain cannot hold: by the bounds
//! of its sides, without a search.

use std::ops::Range;

use super::change::Change;
use super::view::View;
use crate::message::message;
use crate::puzzle::Permission;
use crate::text::draft::Edit;

/// Numbers that are longer are no puzzle of this kind.
const LONGEST: usize = 100;

/// The divisor of a number, or its root.
enum By {
    Root(usize),
    Divisor(Range<usize>),
}

/// The numbers of a calculation, in characters.
struct Steps {
    by: By,
    /// The radicand or dividend.
    of: Range<usize>,
    /// The result and then each rest, with what is subtracted beside it. The last may be a rest alone.
    sides: Vec<(Range<usize>, Option<Range<usize>>)>,
}

/// Puts semicolons before the steps, so that they are the form of the language.
pub(super) fn steps(view: &View) -> Option<Change> {
    let whole = view.whole();
    if view.is_drawn() || whole.clone().any(|i| ",;\n".contains(view.sign(i))) {
        return None;
    }
    let steps = Steps::of(view, whole.clone())?;
    if !steps.fit() || may_hold(&steps, view) {
        return None;
    }
    let mut edits = Vec::new();
    if let By::Root(exponent) = steps.by {
        let equals = whole.clone().find(|i| view.sign(*i) == '=')?;
        let words = if exponent == 2 { " gives root " } else { " gives cube root " };
        edits.push(Edit::cut(view.bytes(whole.start..whole.start + 1)));
        edits.push(Edit::new(view.bytes(equals..equals + 1), words));
    }
    let minuses = whole.clone().filter(|i| "-−–".contains(view.sign(*i)));
    edits.extend(minuses.map(|i| Edit::new(view.bytes(i..i + 1), "; -")));
    if steps.sides.last()?.1.is_some() {
        edits.push(Edit::new(view.bytes(whole.end..whole.end), "=0"));
    }
    let change = Change::of(edits)?;
    Some(match steps.by {
        By::Root(_) => change.with(message!("note-root-chain")),
        By::Divisor(_) => change.with(message!("note-division-chain")),
    })
}

impl Steps {
    /// Finds the numbers: `√n=q` or `n/d=q`, then `-n=n` again and again, the last perhaps without its rest.
    fn of(view: &View, whole: Range<usize>) -> Option<Self> {
        let number = |part: &Range<usize>| {
            let part = view.trimmed(part.clone())?;
            (part.len() <= LONGEST && part.clone().all(|i| view.is_digit(i))).then_some(part)
        };
        let parts = split(view, whole, "=");
        let (head, sides) = parts.split_first()?;
        let (by, of) = match split(view, head.clone(), "/÷∕⁄:").as_slice() {
            [of, divisor] => (By::Divisor(number(divisor)?), number(of)?),
            [root] => {
                let root = view.trimmed(root.clone())?;
                let (_, exponent) =
                    [('√', 2), ('∛', 3)].into_iter().find(|(sign, _)| view.sign(root.start) == *sign)?;
                (By::Root(exponent), number(&(root.start + 1..root.end))?)
            }
            _ => return None,
        };
        let side = |(at, side): (usize, &Range<usize>)| match split(view, side.clone(), "-−–").as_slice()
        {
            [rest, product] => Some((number(rest)?, Some(number(product)?))),
            [rest] if at > 0 && at + 1 == sides.len() => Some((number(rest)?, None)),
            _ => None,
        };
        let sides: Option<Vec<_>> = sides.iter().enumerate().map(side).collect();
        sides.filter(|sides| sides.len() > 1).map(|sides| Self { by, of, sides })
    }

    /// Returns whether the lengths of the numbers are those of a division or a root.
    fn fit(&self) -> bool {
        let (of, result) = (self.of.len(), self.sides[0].0.len());
        let mut products = self.sides.iter().filter_map(|(_, product)| product.as_ref()).map(Range::len);
        let mut rests = self.sides[1..].iter().map(|(rest, _)| rest.len());
        products.clone().count() <= result
            && match &self.by {
                By::Root(exponent) => {
                    of.div_ceil(*exponent) == result && products.chain(rests).all(|number| number <= of)
                }
                By::Divisor(divisor) => {
                    let length = divisor.len();
                    (of + 1 == length + result || of == length + result)
                        && products.all(|product| (length..=length + 1).contains(&product))
                        && rests.all(|rest| rest <= length + 1)
                }
            }
    }
}

/// Returns whether the sides of the chain may be equal, by the bounds of each.
fn may_hold(steps: &Steps, view: &View) -> bool {
    let of = bounds(view, &steps.of);
    let head = match &steps.by {
        By::Root(exponent) => of.map(|bound| bound.powf(1.0 / *exponent as f64)),
        By::Divisor(divisor) => {
            let [least, most] = bounds(view, divisor);
            [of[0] / most.max(1.0), if least > 0.0 { of[1] / least } else { f64::INFINITY }]
        }
    };
    let sides = steps.sides.iter().map(|(rest, product)| {
        let Some(product) = product else { return bounds(view, rest) };
        let is_same = view.signs(rest.clone()) == view.signs(product.clone())
            && !rest.clone().any(|i| view.is_blank(i));
        let (rest, product) = (bounds(view, rest), bounds(view, product));
        if is_same { [0.0; 2] } else { [rest[0] - product[1], rest[1] - product[0]] }
    });
    let [least, most] = sides.fold(head, |all, side| [all[0].max(side[0]), all[1].min(side[1])]);
    // Roots and quotients are rounded.
    least <= most + (most.abs() + 1.0) * 1e-9
}

/// Returns the least and the greatest value of a number.
fn bounds(view: &View, number: &Range<usize>) -> [f64; 2] {
    let base = f64::from(view.rules.base.get());
    let may_be_zero = number.len() == 1 || view.rules.leading_zeros == Permission::Allowed;
    number.clone().enumerate().fold([0.0; 2], |[least, most], (at, i)| {
        let shown = view.sign(i).to_digit(10).filter(|_| !view.is_hidden(i)).map(f64::from);
        let first = if at == 0 && !may_be_zero { 1.0 } else { 0.0 };
        [least * base + shown.unwrap_or(first), most * base + shown.unwrap_or(base - 1.0)]
    })
}

/// Splits a part at some signs.
fn split(view: &View, part: Range<usize>, signs: &str) -> Vec<Range<usize>> {
    let mut start = part.start;
    let ends = part.clone().filter(|i| signs.contains(view.sign(*i))).chain([part.end]);
    ends.map(|end| std::mem::replace(&mut start, end + 1)..end).collect()
}
