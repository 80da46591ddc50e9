//! Names and calls of expressions.

use std::ops::Range;

use super::super::functions::{self, Meaning};
use super::super::items::span;
use super::super::tokens::{KEYWORDS, python};
use super::super::tree::{Node, Tree};
use super::Parser;
use crate::refusal;
use fukumen_language::digits::Base;
use fukumen_language::message::message;
use fukumen_language::text::TextError;

impl Parser<'_> {
    /// Returns the meaning of a name, with its arguments.
    pub(super) fn named(&mut self, name: &str, at: Range<usize>) -> Result<Tree, TextError> {
        if !self.is_sign("(") {
            let node = match name {
                "True" => Node::Integer(1),
                "False" => Node::Integer(0),
                "primes" => Node::Primes,
                name if KEYWORDS.contains(&name) => {
                    return Err(if name == "lambda" {
                        python(at)
                    } else {
                        refusal(message!("import-operand"), at)
                    });
                }
                name => Node::Variable(name.into()),
            };
            self.no_trailer()?;
            return Ok(Tree::new(node, at));
        }
        let open = self.here();
        self.next += 1;
        let (mut arguments, mut own_base) = (Vec::new(), None);
        self.deeper(|this| {
            while !this.takes(")") {
                if this.is_name("base") {
                    this.next += 1;
                    this.expect("=")?;
                    own_base = Some(this.expression()?);
                } else {
                    let value = this.expression()?;
                    if this.is_name("for") && arguments.is_empty() {
                        arguments.push(this.comprehension(value, open.start)?);
                    } else {
                        arguments.push(value);
                    }
                }
                if !this.takes(",") {
                    this.expect(")")?;
                    break;
                }
            }
            Ok(())
        })?;
        let end = self.tokens[self.next - 1].at.end;
        self.no_trailer()?;
        let at_all = at.start..end.max(at.start);
        self.call(name, arguments, own_base, at, at_all)
    }

    pub(super) fn call(
        &self,
        name: &str,
        arguments: Vec<Tree>,
        own_base: Option<Tree>,
        at: Range<usize>,
        at_all: Range<usize>,
    ) -> Result<Tree, TextError> {
        if name == "range" || name == "irange" {
            return span(name == "irange", &arguments, at_all);
        }
        if let (["list" | "tuple"], [list]) = ([name], arguments.as_slice()) {
            return Ok(list.clone());
        }
        // The length and the sum of some lists are functions of their own.
        if let [Tree { node: Node::Call(list, inner, _), .. }] = arguments.as_slice()
            && let Meaning::Listed(length, sum) = list.meaning
            && let Some(own) = if name == "len" { Some(length) } else { sum.filter(|_| name == "sum") }
        {
            return self.call(own, inner.clone(), None, at, at_all);
        }
        let function = functions::named(name)
            .ok_or_else(|| refusal(message!("import-function", name = name), at.clone()))?;
        let wrong = || refusal(message!("import-arguments", name = name), at_all.clone());
        let mut arguments = arguments;
        // Functions of many numbers also take them as a list.
        if function.spreads && arguments.len() == 1 {
            let is_set =
                |tree: &Tree| matches!(&tree.node, Node::Call(list, ..) if list.meaning == Meaning::Set);
            let is_list = matches!(arguments[0].node, Node::Items(_) | Node::Span(..) | Node::Variable(_));
            if !is_list && !is_set(&arguments[0]) && function.needs_list {
                return Err(wrong());
            }
        }
        let own_base = match own_base {
            None if function.ends_with_base && arguments.len() == function.arity.0 + 1 => arguments.pop(),
            own => own,
        };
        let own_base = match own_base {
            Some(own) if function.reads_digits => {
                let base = own.constant().and_then(|n| u64::try_from(n).ok()).and_then(|n| Base::new(n).ok());
                Some(base.ok_or_else(|| refusal(message!("import-base"), own.at.clone()))?)
            }
            Some(_) => return Err(wrong()),
            None => None,
        };
        if !(function.arity.0..=function.arity.1).contains(&arguments.len()) {
            return Err(wrong());
        }
        Ok(Tree::new(Node::Call(function, arguments, own_base), at_all))
    }
}
