//! A condition `X ∨ Y` cut into two: X holds, or Y does and X does not.

use super::{Condition, Problem, is_or, normal, quotients};
use fukumen_language::expr::Expr;
use fukumen_language::vocabulary::{Kind, Tier};

impl Problem {
    /// Returns problems whose solutions together are those of this one, each in one of them only; empty if no condition says
    /// that one of several holds, or if a test of them may be too large to compute.
    #[must_use]
    pub fn halves(&self) -> Vec<Self> {
        let at = self.conditions.iter().position(|condition| match &condition.expr {
            Expr::Chain(chain) => {
                let is_tame = |expr: &Expr| expr.kind() == Kind::Condition && normal::is_tame(expr);
                is_or(chain) && chain.operands().all(is_tame)
            }
            _ => false,
        });
        let Some(at) = at else { return Vec::new() };
        let Expr::Chain(chain) = &self.conditions[at].expr else { return Vec::new() };
        let half = |(number, operand): (usize, &Expr)| {
            let before = chain.operands().take(number);
            let none = before.map(|other| Expr::Unary(normal::row(Tier::Not, "¬"), Box::new(other.clone())));
            let parts = std::iter::once(operand.clone()).chain(none);
            let source = self.conditions[at].source;
            let parts = parts.flat_map(|part| normal::parts(&part, &self.context)).map(|part| (source, part));
            let parts = quotients::written_out(parts.collect(), &self.domains, &self.context);
            let own = parts.into_iter().map(|(source, expr)| Condition::of(source, expr, &self.context));
            let mut half = self.clone();
            half.conditions.splice(at..=at, own);
            half
        };
        chain.operands().enumerate().map(|(number, operand)| half((number, operand))).collect()
    }
}
