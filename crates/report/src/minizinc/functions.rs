//! Functions of a model: those of MiniZinc, and tables.

use fukumen_language::expr::Expr;
use fukumen_language::number::Exact;
use fukumen_language::vocabulary::{Algebra, FunctionRef, OPERATORS};

use super::value::{Ratio, Whole, listed};
use super::{LONGEST_TABLE, Unwritable, Writer};

impl Writer<'_> {
    pub(super) fn call(
        &mut self,
        function: &FunctionRef,
        arguments: &[Expr],
        expr: &Expr,
        needs: &mut Vec<String>,
    ) -> Result<Ratio, Unwritable> {
        match function.algebra {
            algebra @ (Algebra::Plus | Algebra::Times | Algebra::Mod) => {
                let operator = OPERATORS.iter().find(|row| row.algebra == algebra);
                let (Some(operator), Some((first, rest))) = (operator, arguments.split_first()) else {
                    return Err(self.unwritable(expr));
                };
                let rest = rest.iter().map(|argument| (operator, argument.clone())).collect();
                self.number(&Expr::chain(first.clone(), rest), needs)
            }
            Algebra::Absolute | Algebra::Least | Algebra::Greatest => {
                let parts = arguments.iter().map(|argument| self.number(argument, needs));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                if !parts.iter().all(Ratio::is_whole) {
                    return Err(self.unwritable(expr));
                }
                let texts = listed(parts.iter().map(|part| &part.top.text));
                let mut ends: Vec<Exact> =
                    parts.iter().flat_map(|part| [part.top.least.clone(), part.top.most.clone()]).collect();
                let name = match function.algebra {
                    Algebra::Absolute => {
                        ends = ends.iter().map(Exact::magnitude).chain([Exact::ZERO]).collect();
                        return Ok(Ratio::whole(Whole::between(format!("abs({texts})"), &ends)));
                    }
                    Algebra::Least => "min",
                    _ => "max",
                };
                Ok(Ratio::whole(Whole::between(format!("{name}([{texts}])"), &ends)))
            }
            Algebra::RoundedDown => Ok(Ratio::whole(self.number(&arguments[0], needs)?.floor())),
            _ => {
                let [argument] = arguments else { return Err(self.unwritable(expr)) };
                let context = self.context;
                self.table(argument, needs, expr, &|number| {
                    function.value(std::slice::from_ref(number), &context).ok()
                })
            }
        }
    }

    /// Returns a condition that is a function.
    pub(super) fn question(
        &mut self,
        function: &FunctionRef,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Result<String, Unwritable> {
        if function.algebra == Algebra::Not {
            return Ok(format!("not {}", self.condition(&arguments[0])?));
        }
        let mut needs = Vec::new();
        let numbers = arguments.iter().map(|argument| self.number(argument, &mut needs));
        let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
        let relation = match (function.algebra, &numbers[..]) {
            (Algebra::Whole, [number]) => self.divides(&Ratio::whole(Whole::constant(Exact::ONE)), number),
            (Algebra::Divides, [divisor, multiple]) => self.divides(divisor, multiple),
            (Algebra::Differ, all) if all.iter().all(Ratio::is_whole) => {
                format!("alldifferent([{}])", listed(all.iter().map(|number| &number.top.text)))
            }
            (_, [number]) if number.is_whole() => {
                let holds = |number: &Exact| function.value(std::slice::from_ref(number), &self.context);
                let is_member = |number: &Exact| holds(number).is_ok_and(|truth| !truth.is_zero());
                let members = self.values(&number.top, function, expr)?.into_iter().filter(is_member);
                format!("{} in {{{}}}", number.top.text, listed(members))
            }
            _ => return Err(self.unwritable(expr)),
        };
        Ok(self.all(needs, relation))
    }

    /// Returns the numbers between the bounds of a number: those that a function may hold for, if it can list them.
    fn values(&self, number: &Whole, function: &FunctionRef, expr: &Expr) -> Result<Vec<Exact>, Unwritable> {
        let refused = || self.unwritable(expr);
        let (least, most) =
            (number.least.to_i64().ok_or_else(refused)?, number.most.to_i64().ok_or_else(refused)?);
        if function.members.is_some() && least >= 0 {
            let listed = (0..).map_while(|place| function.member(place)).take_while(|member| *member <= most);
            let members: Vec<i64> = listed.take(LONGEST_TABLE as usize + 1).collect();
            if members.len() <= LONGEST_TABLE as usize {
                return Ok(members.into_iter().filter(|member| *member >= least).map(Exact::from).collect());
            }
        }
        if most.saturating_sub(least) >= LONGEST_TABLE {
            return Err(refused());
        }
        Ok((least..=most).map(Exact::from).collect())
    }

    /// Returns the value of a function of one number as a table of all its values.
    pub(super) fn table(
        &mut self,
        argument: &Expr,
        needs: &mut Vec<String>,
        expr: &Expr,
        value: &dyn Fn(&Exact) -> Option<Exact>,
    ) -> Result<Ratio, Unwritable> {
        let number = self.number(argument, needs)?;
        let (Some(least), Some(most), true) =
            (number.top.least.to_i64(), number.top.most.to_i64(), number.is_whole())
        else {
            return Err(self.unwritable(expr));
        };
        if most.saturating_sub(least) >= LONGEST_TABLE {
            return Err(self.unwritable(expr));
        }
        let values: Vec<Option<Exact>> =
            (least..=most).map(|number| value(&Exact::from(number)).filter(Exact::is_integer)).collect();
        let has_value = (least..).zip(&values).filter(|(_, value)| value.is_some()).map(|(number, _)| number);
        let text = &number.top.text;
        if values.iter().any(Option::is_none) {
            needs.push(format!("{text} in {{{}}}", listed(has_value)));
        }
        let known: Vec<Exact> = values.iter().flatten().cloned().collect();
        let all = listed(values.into_iter().map(|value| value.unwrap_or(Exact::ZERO)));
        let whole = Whole::between(format!("[{all}][{text} - {least} + 1]"), &known);
        self.measure(&whole);
        Ok(Ratio::whole(whole))
    }
}
