//! From the grammar's pairs to trees.

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;

use super::grammar::pest_grammar::{PuzzleParser, Rule};
use super::numeral::Parts;
use super::script::Script;
use super::signs::Signs;
use super::{calls, numeral};
use crate::expr::{Cell, Element, Expr, Remainder};
use crate::message::{Note, message};
use crate::number::Exact;
use crate::text::aids::Aids;
use crate::text::error::{Mistake, TextError};
use crate::vocabulary::{Algebra, FunctionRef, Kind, Operator, Tier, operator};

/// The greatest depth of a tree, so that code that walks one need not care about the stack.
const DEEPEST: usize = 200;

/// The kind of a whole text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    /// Conditions.
    Conditions,
    /// One number or condition.
    Expression,
}

/// The expressions of a text, and the places of its hidden digits.
#[derive(Debug)]
pub(super) struct Reading {
    /// The expressions, each with the characters that it was read from.
    pub exprs: Vec<(Expr, Range<usize>)>,
    /// The characters that hide digits, in order, with their cells.
    pub places: Vec<(usize, Cell)>,
}

/// Why a text cannot be read.
#[derive(Debug)]
pub(super) enum ReadingError {
    /// The grammar refuses it at this character.
    Grammar(usize),
    /// The grammar accepts it, but it makes no sense.
    Sense(TextError),
}

impl From<TextError> for ReadingError {
    fn from(error: TextError) -> Self {
        Self::Sense(error)
    }
}

/// Reads a whole text.
pub(super) fn read(
    script: &Script,
    whole: Whole,
    signs: &mut dyn Signs,
    aids: Aids,
) -> Result<Reading, ReadingError> {
    let rule = match whole {
        Whole::Conditions => Rule::puzzle,
        Whole::Expression => Rule::expression,
    };
    let pairs = PuzzleParser::parse(rule, script.source()).map_err(|error| {
        let at = match error.location {
            pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
        };
        ReadingError::Grammar(script.range(at..at).start)
    })?;
    aids.interrupt.check().map_err(TextError::from)?;
    let mut reader = TreeReader { script, signs, aids, depth: 0, places: Vec::new() };
    let mut exprs = Vec::new();
    for pair in pairs.filter(|pair| pair.as_rule() == Rule::or) {
        let at = reader.place(&pair);
        exprs.push((reader.expr(pair)?, at));
    }
    Ok(Reading { exprs, places: reader.places })
}

struct TreeReader<'a, 'b> {
    script: &'a Script<'b>,
    signs: &'a mut dyn Signs,
    aids: Aids<'a>,
    /// The number of nodes around the one being built.
    depth: usize,
    places: Vec<(usize, Cell)>,
}

impl TreeReader<'_, '_> {
    fn expr(&mut self, pair: Pair<Rule>) -> Result<Expr, TextError> {
        let pair = innermost(pair);
        match pair.as_rule() {
            Rule::or => self.chain(pair, Tier::Or),
            Rule::and => self.chain(pair, Tier::And),
            Rule::not => self.prefixed(pair, Tier::Not),
            Rule::relation => self.relation(pair),
            Rule::sum => self.chain(pair, Tier::Sum),
            Rule::product => self.chain(pair, Tier::Product),
            Rule::signed => self.signed(pair),
            Rule::power => self.power(pair),
            Rule::postfix => self.postfix(pair),
            Rule::root => self.prefixed(pair, Tier::Root),
            Rule::call => self.call(pair),
            Rule::numeral => self.numeral(pair),
            _ => Err(TextError::new(Mistake::Unreadable, self.place(&pair))),
        }
    }

    /// Builds operands with operators between them.
    fn chain(&mut self, pair: Pair<Rule>, tier: Tier) -> Result<Expr, TextError> {
        let at = self.place(&pair);
        self.within(1, at, |this| {
            let mut pairs = pair.into_inner();
            let first = this.operand(pairs.next(), tier)?;
            let mut rest = Vec::with_capacity(pairs.len() / 2);
            while let Some(sign) = pairs.next() {
                let operator = row(tier, &sign);
                rest.push((operator, this.operand(pairs.next(), tier)?));
            }
            Ok(Expr::chain(first, rest))
        })
    }

    /// Builds an operand. The operands of logical operators must be conditions.
    fn operand(&mut self, pair: Option<Pair<Rule>>, tier: Tier) -> Result<Expr, TextError> {
        let pair = pair.expect("the grammar has an operand on both sides of an operator");
        let at = self.place(&pair);
        let expr = self.expr(pair)?;
        if tier <= Tier::Not { self.condition(expr, at) } else { Ok(expr) }
    }

    /// Returns a condition, and refuses a number.
    fn condition(&self, expr: Expr, at: Range<usize>) -> Result<Expr, TextError> {
        match expr.kind() {
            Kind::Condition => Ok(expr),
            Kind::Number => Err(number_for_condition(self.script, at)),
        }
    }

    fn relation(&mut self, pair: Pair<Rule>) -> Result<Expr, TextError> {
        let is_mark =
            |pair: &Pair<Rule>| matches!(pair.as_rule(), Rule::remainder_sign | Rule::remainder_letter);
        if let Some(mark) = pair.clone().into_inner().find(is_mark) {
            return self.remainder(pair, &mark);
        }
        let signs: Vec<Range<usize>> = pair.clone().into_inner().map(|pair| self.place(&pair)).collect();
        let chain = self.chain(pair, Tier::Relation)?;
        self.note_factorials(&chain, &signs);
        Ok(chain)
    }

    /// Adds a note to a `!=` that is likely a factorial and an equals sign: `A!=BCD` hardly means that numbers of different
    /// lengths differ, nor `3!=6` that 3 is not 6. Other factorials in the text, or no other relation, make it likely, too.
    fn note_factorials(&mut self, chain: &Expr, pieces: &[Range<usize>]) {
        let Expr::Chain(chain) = chain else { return };
        let operands: Vec<&Expr> = chain.operands().collect();
        for (sides, places) in operands.windows(2).zip(pieces.windows(3).step_by(2)) {
            let [left, sign, right] = places else { continue };
            let is_written_so = self.script.typed(sign.clone()) == "!=" && left.end == sign.start;
            if is_written_so && (differ_anyway(sides) || self.script.speaks_of_factorials()) {
                let span = self.script.bytes(left.start..right.end);
                let (left, right) = (self.script.typed(left.clone()), self.script.typed(right.clone()));
                let message = message!("note-factorial", left = left, right = right);
                self.signs.note(Note { message, span: Some(span) });
            }
        }
    }

    /// Builds `AB ÷ C = D r E`.
    fn remainder(&mut self, pair: Pair<Rule>, mark: &Pair<Rule>) -> Result<Expr, TextError> {
        let error = TextError::new(Mistake::RemainderWithoutDivision, self.place(mark))
            .help(message!("help-remainder"));
        let at = self.place(&pair);
        let pieces: Vec<Pair<Rule>> = pair.into_inner().collect();
        let [left, equals, quotient, _, rest] = &pieces[..] else { return Err(error) };
        if equals.as_rule() != Rule::relation_operator
            || row(Tier::Relation, equals).algebra != Algebra::Equal
            || mark.as_span() != pieces[3].as_span()
        {
            return Err(error);
        }
        self.within(1, at, |this| {
            let (dividend, divisor) = division(this.expr(left.clone())?).ok_or(error)?;
            let quotient = this.expr(quotient.clone())?;
            this.check_dots(&quotient, mark)?;
            let rest = this.expr(rest.clone())?;
            Ok(Expr::Remainder(Box::new(Remainder { dividend, divisor, quotient, rest })))
        })
    }

    /// Refuses `…` after digits that repeat: it continues them, so no remainder can follow.
    fn check_dots(&self, quotient: &Expr, mark: &Pair<Rule>) -> Result<(), TextError> {
        let at = self.place(mark);
        let mut last: &[Element] = &[];
        quotient.for_each_numeral(&mut |numeral| last = &numeral.fraction);
        if self.script.typed(at.clone()) != "…" || numeral::period(last).is_none() {
            return Ok(());
        }
        let error = TextError::new(Mistake::RemainderWithoutDivision, at);
        Err(error.help(message!("help-dots-repeat")))
    }

    /// Builds an operator, any number of times, before its operand.
    fn prefixed(&mut self, pair: Pair<Rule>, tier: Tier) -> Result<Expr, TextError> {
        let at = self.place(&pair);
        let mut pairs: Vec<Pair<Rule>> = pair.into_inner().collect();
        let operand = pairs.pop();
        self.within(pairs.len(), at, |this| {
            let operand = this.operand(operand, tier)?;
            Ok(pairs
                .iter()
                .rev()
                .fold(operand, |operand, sign| Expr::Unary(row(tier, sign), Box::new(operand))))
        })
    }

    fn signed(&mut self, pair: Pair<Rule>) -> Result<Expr, TextError> {
        let at = self.place(&pair);
        let (minus, operand) = self.without_signs(pair);
        self.within(usize::from(minus.is_some()), at, |this| Ok(negated(minus, this.expr(operand)?)))
    }

    /// Separates signs from their operand. Returns the minus sign if their number is odd, and the operand.
    fn without_signs<'i>(&self, pair: Pair<'i, Rule>) -> (Option<&'static Operator>, Pair<'i, Rule>) {
        let mut pairs: Vec<Pair<Rule>> = pair.into_inner().collect();
        let operand = pairs.pop().expect("the grammar has an operand after signs");
        let mut minuses = pairs.iter().filter(|pair| pair.as_rule() == Rule::sign_operator);
        let minus = minuses.next().filter(|_| minuses.count() % 2 == 0);
        (minus.map(|sign| row(Tier::Sign, sign)), operand)
    }

    /// Builds powers, from right to left. The sign of an exponent applies to the powers after it, too.
    fn power(&mut self, pair: Pair<Rule>) -> Result<Expr, TextError> {
        let at = self.place(&pair);
        let mut pairs = pair.into_inner();
        let base = pairs.next().expect("the grammar has an operand before a power");
        let mut operators = Vec::new();
        let mut operands = vec![(None, base)];
        while let (Some(sign), Some(exponent)) = (pairs.next(), pairs.next()) {
            operators.push(row(Tier::Power, &sign));
            operands.push(self.without_signs(exponent));
        }
        let signs = operands.iter().filter(|(minus, _)| minus.is_some()).count();
        self.within(operators.len() + signs, at, |this| {
            let mut powers = Vec::with_capacity(operands.len());
            for (minus, operand) in operands {
                powers.push((minus, this.expr(operand)?));
            }
            let (minus, last) = powers.pop().expect("there was a base");
            let mut power = negated(minus, last);
            while let (Some(operator), Some((minus, base))) = (operators.pop(), powers.pop()) {
                power = negated(minus, Expr::chain(base, vec![(operator, power)]));
            }
            Ok(power)
        })
    }

    /// Builds factorials and superscripts, from left to right.
    fn postfix(&mut self, pair: Pair<Rule>) -> Result<Expr, TextError> {
        let at = self.place(&pair);
        let mut pairs = pair.into_inner();
        let operand = pairs.next().expect("the grammar has an operand before its postfixes");
        self.within(pairs.len(), at, |this| {
            let mut expr = this.expr(operand)?;
            for sign in pairs {
                expr = match sign.as_rule() {
                    Rule::superscript => {
                        Expr::chain(expr, vec![(row_of(Tier::Power, "^"), this.superscript(&sign)?)])
                    }
                    _ => Expr::Unary(row(Tier::Postfix, &sign), Box::new(expr)),
                };
            }
            Ok(expr)
        })
    }

    fn superscript(&self, pair: &Pair<Rule>) -> Result<Expr, TextError> {
        let plain = |c| match c {
            '⁺' => '+',
            '⁻' => '-',
            '¹' => '1',
            '²' => '2',
            '³' => '3',
            c => numeral::plain(c, '⁰'),
        };
        let figures: String = pair.as_str().chars().map(plain).collect();
        let exponent: i64 =
            figures.parse().map_err(|_| TextError::new(Mistake::ExponentTooLarge, self.place(pair)))?;
        Ok(Expr::Constant(Exact::from(exponent)))
    }

    fn call(&mut self, pair: Pair<Rule>) -> Result<Expr, TextError> {
        let at = self.place(&pair);
        let mut pairs = pair.into_inner();
        let name = pairs.next().expect("the grammar has a name before its arguments");
        let mut function = self
            .aids
            .vocabulary
            .function(name.as_str())
            .ok_or_else(|| calls::unknown(name.as_str(), self.place(&name), self.aids.vocabulary))?;
        if pairs.peek().is_some_and(|pair| pair.as_rule() == Rule::base)
            && let Some(base) = pairs.next()
        {
            function = self.in_base(&function, base)?;
        }
        calls::check_arity(&function, pairs.len(), at.clone())?;
        self.within(1, at, |this| {
            let mut arguments = Vec::with_capacity(pairs.len());
            for pair in pairs {
                let at = this.place(&pair);
                let argument = this.expr(pair)?;
                let is_asked = function.arguments == Kind::Condition;
                arguments.push(if is_asked { this.condition(argument, at)? } else { argument });
            }
            Ok(Expr::Call(function, arguments))
        })
    }

    /// Returns a function in its own base.
    fn in_base(&self, function: &FunctionRef, base: Pair<Rule>) -> Result<FunctionRef, TextError> {
        let at = self.place(&base);
        let figures = base.into_inner().next().map_or(0..0, |figures| self.place(&figures));
        let own = numeral::own_base(self.script, figures)?;
        let error = || TextError::new(Mistake::MisplacedSign("@".into()), at);
        function.in_base(own).ok_or_else(error)
    }

    fn numeral(&mut self, pair: Pair<Rule>) -> Result<Expr, TextError> {
        self.aids.interrupt.check()?;
        let mut parts = Parts::default();
        for part in pair.into_inner() {
            let at = self.place(&part);
            match part.as_rule() {
                Rule::whole => parts.whole = at,
                Rule::fraction => parts.fraction = at,
                Rule::repetend => parts.repetend = at.start + 1..at.end - 1,
                Rule::endless => parts.endless = at,
                _ => parts.base = part.into_inner().next().map_or(0..0, |figures| self.place(&figures)),
            }
        }
        let numeral = numeral::numeral(&parts, self.script, self.signs, &mut self.places)?;
        Ok(Expr::Numeral(numeral))
    }

    /// Builds the part inside this number of further nodes.
    fn within<T>(
        &mut self,
        levels: usize,
        at: Range<usize>,
        build: impl FnOnce(&mut Self) -> Result<T, TextError>,
    ) -> Result<T, TextError> {
        if self.depth + levels > DEEPEST {
            return Err(TextError::new(Mistake::TooNested(DEEPEST), at.start..at.start + 1));
        }
        self.depth += levels;
        let built = build(self);
        self.depth -= levels;
        built
    }

    fn place(&self, pair: &Pair<Rule>) -> Range<usize> {
        let span = pair.as_span();
        self.script.range(span.start()..span.end())
    }
}

/// Skips tiers without an operator. It is a loop, so that only brackets take room on the stack.
fn innermost(mut pair: Pair<Rule>) -> Pair<Rule> {
    while !matches!(pair.as_rule(), Rule::call | Rule::numeral) {
        let mut inner = pair.clone().into_inner();
        match inner.next().filter(|_| inner.is_empty()) {
            Some(only) => pair = only,
            None => break,
        }
    }
    pair
}

/// Returns the row of an operator as the grammar read it.
fn row(tier: Tier, sign: &Pair<Rule>) -> &'static Operator {
    if sign.as_rule() == Rule::lone_x { row_of(tier, "×") } else { row_of(tier, sign.as_str()) }
}

fn row_of(tier: Tier, spelling: &str) -> &'static Operator {
    operator(tier, spelling).expect("the grammar and OPERATORS agree: tests/grammar.rs")
}

fn negated(minus: Option<&'static Operator>, expr: Expr) -> Expr {
    match minus {
        Some(minus) => Expr::Unary(minus, Box::new(expr)),
        None => expr,
    }
}

/// Splits a division, the last operator of a product.
fn division(expr: Expr) -> Option<(Expr, Expr)> {
    let Expr::Chain(mut chain) = expr else { return None };
    let (operator, divisor) = chain.rest.pop()?;
    (operator.tier == Tier::Product && operator.algebra == Algebra::Over)
        .then(|| (Expr::chain(*chain.first, chain.rest), divisor))
}

/// Returns whether both sides are plain whole numbers that differ in any case: one has more digits, or both show all digits.
fn differ_anyway(sides: &[&Expr]) -> bool {
    let is_shown = |element: Element| matches!(element, Element::Shown(_));
    match sides {
        [Expr::Numeral(left), Expr::Numeral(right)] if left.is_whole() && right.is_whole() => {
            left.whole.len() != right.whole.len() || left.elements().chain(right.elements()).all(is_shown)
        }
        _ => false,
    }
}

/// Returns the mistake of a number in place of a condition.
pub(super) fn number_for_condition(script: &Script, at: Range<usize>) -> TextError {
    let typed = script.typed(at.clone());
    let help = message!("help-make-relation", number = typed);
    TextError::new(Mistake::NumberForCondition(typed.into()), at).help(help)
}
