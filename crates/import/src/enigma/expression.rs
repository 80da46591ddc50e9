//! Expressions of enigma.py: the part of Python's that can be understood without running anything.
//!
//! A text becomes tokens, and tokens a [`Tree`]. Iterations over constants or a list are written out on the way, so a tree has no
//! variables. Everything else of Python is refused, with its place.

mod calls;

use std::ops::Range;

use super::functions;
use super::items::{LARGEST, items, set, write_out};
use super::tokens::{Sort, Token, python, tokens};
use super::tree::{Item, Node, Tree};
use super::writer::{is_condition, is_whole};
use crate::refusal;
use crate::typed::Typed;
use fukumen_language::digits::Base;
use fukumen_language::message::message;
use fukumen_language::text::TextError;

/// The greatest depth of brackets and operators.
const DEEPEST: usize = 80;

/// Reads an expression that must hold, `expression = word` or, with spaces around `=`, `expression = number`.
pub(super) fn condition(
    typed: &Typed,
    is_symbol: &dyn Fn(char) -> bool,
    base: Base,
) -> Result<Tree, TextError> {
    let tokens = tokens(typed, is_symbol)?;
    let mut parser = Parser::new(&tokens, typed);
    let left = parser.expression()?;
    let left = whole(left);
    if !parser.takes("=") {
        parser.end()?;
        return complete(left);
    }
    // The number after it is written in the base of the puzzle.
    let right = match parser.peek() {
        Some(Token { sort: Sort::Integer(figures), at }) => {
            parser.next += 1;
            let number = i128::from_str_radix(figures, u32::from(base.get()).min(36));
            let number = number.map_err(|_| refusal(message!("import-number"), at.clone()))?;
            Tree::new(Node::Integer(number), at.clone())
        }
        _ => parser.expression()?,
    };
    parser.end()?;
    complete(Tree::equation(left, right))
}

/// Cuts off the fraction of a value, as enigma.py does with each expression.
fn whole(tree: Tree) -> Tree {
    let is_number = matches!(tree.node, Node::Binary(..) | Node::Negative(_) | Node::Call(..));
    match functions::named("int") {
        Some(int) if is_number && !is_condition(&tree) && !is_whole(&tree) => {
            let at = tree.at.clone();
            Tree::new(Node::Call(int, vec![tree], None), at)
        }
        _ => tree,
    }
}

/// Reads an expression.
pub(super) fn expression(typed: &Typed, is_symbol: &dyn Fn(char) -> bool) -> Result<Tree, TextError> {
    let tokens = tokens(typed, is_symbol)?;
    let mut parser = Parser::new(&tokens, typed);
    let tree = parser.list()?;
    parser.end()?;
    complete(tree)
}

/// Refuses names without a value.
fn complete(tree: Tree) -> Result<Tree, TextError> {
    fn unbound(tree: &Tree) -> Option<TextError> {
        if let Node::Variable(name) = &tree.node {
            return Some(refusal(message!("import-name", name = name), tree.at.clone()));
        }
        tree.children().into_iter().find_map(unbound)
    }
    unbound(&tree).map_or(Ok(tree), Err)
}

struct Parser<'t> {
    tokens: &'t [Token],
    typed: &'t Typed,
    next: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn new(tokens: &'t [Token], typed: &'t Typed) -> Self {
        Self { tokens, typed, next: 0, depth: 0 }
    }

    fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.next)
    }

    /// Returns the place of the next token, or of the end.
    fn here(&self) -> Range<usize> {
        let end = self.typed.at.end;
        self.peek().map_or(end..end, |token| token.at.clone())
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token { sort: Sort::Sign(own), .. }) if *own == sign)
    }

    fn is_name(&self, name: &str) -> bool {
        matches!(self.peek(), Some(Token { sort: Sort::Name(own), .. }) if own == name)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is_next = self.is_sign(sign);
        self.next += usize::from(is_next);
        is_next
    }

    fn takes_name(&mut self, name: &str) -> bool {
        let is_next = self.is_name(name);
        self.next += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), TextError> {
        if self.takes(sign) {
            return Ok(());
        }
        match self.peek() {
            Some(token) => Err(self.unexpected(token)),
            None => Err(refusal(message!("import-expected", sign = sign), self.here())),
        }
    }

    fn end(&self) -> Result<(), TextError> {
        self.peek().map_or(Ok(()), |token| Err(self.unexpected(token)))
    }

    fn unexpected(&self, token: &Token) -> TextError {
        match &token.sort {
            Sort::Word(_) | Sort::Integer(_) => refusal(message!("import-beside"), token.at.clone()),
            Sort::Sign(_) if self.next > 0 && !["[", "{", ":"].iter().any(|sign| self.is_sign(sign)) => {
                refusal(message!("import-sign", sign = self.text(token)), token.at.clone())
            }
            _ => python(token.at.clone()),
        }
    }

    fn text(&self, token: &Token) -> String {
        match &token.sort {
            Sort::Integer(text) | Sort::Word(text) | Sort::Name(text) => text.clone(),
            Sort::Sign(sign) => (*sign).into(),
        }
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, TextError>) -> Result<T, TextError> {
        if self.depth >= DEEPEST {
            return Err(refusal(message!("brackets-too-deep", most = DEEPEST), self.here()));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// Reads one expression, or several with commas between them.
    fn list(&mut self) -> Result<Tree, TextError> {
        let first = self.expression()?;
        if !self.is_sign(",") {
            return Ok(first);
        }
        let start = first.at.start;
        let mut values = vec![first];
        while self.takes(",") && self.peek().is_some() && !self.is_sign(")") {
            values.push(self.expression()?);
        }
        let end = values.last().map_or(start, |last| last.at.end);
        Ok(items(values, start..end.max(start)))
    }

    fn expression(&mut self) -> Result<Tree, TextError> {
        self.deeper(|this| {
            let tree = this.either()?;
            if this.takes_name("if") { this.choice(tree) } else { Ok(tree) }
        })
    }

    /// Reads the rest of `value if condition else other`, the sum of the one that counts.
    fn choice(&mut self, value: Tree) -> Result<Tree, TextError> {
        let condition = self.either()?;
        if !self.takes_name("else") {
            return Err(python(self.here()));
        }
        let other = self.expression()?;
        let at = value.at.start..other.at.end.max(value.at.start);
        let not = Tree::new(Node::Not(Box::new(condition.clone())), condition.at.clone());
        let all =
            vec![Item { conditions: vec![condition], value }, Item { conditions: vec![not], value: other }];
        let list = Tree::new(Node::Items(all), at.clone());
        self.call("sum", vec![list], None, at.clone(), at)
    }

    fn either(&mut self) -> Result<Tree, TextError> {
        let mut all = vec![self.both()?];
        while self.takes_name("or") {
            all.push(self.both()?);
        }
        Ok(joined(all, Node::Or))
    }

    fn both(&mut self) -> Result<Tree, TextError> {
        let mut all = vec![self.negation()?];
        while self.takes_name("and") {
            all.push(self.negation()?);
        }
        Ok(joined(all, Node::And))
    }

    fn negation(&mut self) -> Result<Tree, TextError> {
        let at = self.here();
        if !self.takes_name("not") {
            return self.comparison();
        }
        let inner = self.deeper(Self::negation)?;
        let at = at.start..inner.at.end.max(at.start);
        Ok(Tree::new(Node::Not(Box::new(inner)), at))
    }

    fn comparison(&mut self) -> Result<Tree, TextError> {
        let first = self.sum()?;
        let mut parts: Vec<(&'static str, Tree)> = Vec::new();
        let mut members: Vec<Tree> = Vec::new();
        let mut left = first.clone();
        loop {
            let at = self.here();
            let sign = match self.peek().map(|token| &token.sort) {
                Some(Sort::Sign("==")) => "=",
                Some(Sort::Sign("!=" | "<>")) => "≠",
                Some(Sort::Sign(sign @ ("<" | "<=" | ">" | ">="))) => sign,
                Some(Sort::Name(name)) if name == "in" || name == "not" => {
                    let is_negated = self.takes_name("not");
                    if !self.takes_name("in") {
                        return Err(python(at));
                    }
                    let set = self.sum()?;
                    let at = left.at.start..set.at.end.max(left.at.start);
                    let member =
                        Tree::new(Node::Member(Box::new(left.clone()), Box::new(set.clone())), at.clone());
                    let not = |tree| Tree::new(Node::Not(Box::new(tree)), at.clone());
                    members.push(if is_negated { not(member) } else { member });
                    left = set;
                    continue;
                }
                Some(Sort::Name(name)) if name == "is" => return Err(python(at)),
                _ => break,
            };
            self.next += 1;
            let right = self.sum()?;
            left = right.clone();
            parts.push((sign, right));
        }
        if members.is_empty() && parts.is_empty() {
            return Ok(first);
        }
        let at = first.at.start..left.at.end.max(first.at.start);
        if !parts.is_empty() {
            members.insert(0, Tree::new(Node::Compare(Box::new(first), parts), at));
        }
        Ok(joined(members, Node::And))
    }

    fn sum(&mut self) -> Result<Tree, TextError> {
        self.chain(&["+", "-"], Self::product)
    }

    fn product(&mut self) -> Result<Tree, TextError> {
        self.chain(&["*", "//", "/", "%"], Self::factor)
    }

    fn chain(
        &mut self,
        signs: &[&'static str],
        operand: impl Fn(&mut Self) -> Result<Tree, TextError>,
    ) -> Result<Tree, TextError> {
        let mut left = operand(self)?;
        let mut count = 0;
        while let Some(sign) = signs.iter().find(|sign| self.is_sign(sign)) {
            self.next += 1;
            count += 1;
            if count > LARGEST / 64 {
                return Err(refusal(message!("operators-too-deep", most = LARGEST / 64), self.here()));
            }
            left = Tree::binary(sign, left, operand(self)?);
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Tree, TextError> {
        let at = self.here();
        let is_negative = self.takes("-");
        if is_negative || self.takes("+") {
            let inner = self.deeper(Self::factor)?;
            let at = at.start..inner.at.end.max(at.start);
            return Ok(if is_negative { Tree::new(Node::Negative(Box::new(inner)), at) } else { inner });
        }
        let base = self.atom()?;
        if !self.takes("**") {
            return Ok(base);
        }
        let exponent = self.deeper(Self::factor)?;
        Ok(Tree::binary("**", base, exponent))
    }

    fn atom(&mut self) -> Result<Tree, TextError> {
        let Some(token) = self.peek() else {
            return Err(refusal(message!("import-operand"), self.here()));
        };
        self.next += 1;
        let at = token.at.clone();
        let tree = match &token.sort {
            Sort::Integer(figures) => {
                let number = figures.parse().map_err(|_| refusal(message!("import-number"), at.clone()))?;
                Tree::new(Node::Integer(number), at)
            }
            Sort::Word(word) => Tree::new(Node::Word(word.clone()), at),
            Sort::Name(name) => return self.named(name, at),
            Sort::Sign(opening @ ("(" | "[" | "{")) => {
                let closing = match *opening {
                    "(" => ")",
                    "[" => "]",
                    _ => "}",
                };
                return self.deeper(|this| this.brackets(closing, at));
            }
            Sort::Sign(_) => {
                self.next -= 1;
                return Err(refusal(message!("import-operand"), at));
            }
        };
        self.no_trailer()?;
        Ok(tree)
    }

    /// Refuses an index or a call after anything but a name.
    fn no_trailer(&self) -> Result<(), TextError> {
        if self.is_sign("(") || self.is_sign("[") { Err(python(self.here())) } else { Ok(()) }
    }

    fn brackets(&mut self, closing: &'static str, at: Range<usize>) -> Result<Tree, TextError> {
        let mut values = Vec::new();
        let mut is_list = closing != ")";
        while !self.takes(closing) {
            let value = self.expression()?;
            if self.is_name("for") && values.is_empty() {
                let tree = self.comprehension(value, at.start)?;
                self.expect(closing)?;
                return Ok(if closing == "}" { set(tree) } else { tree });
            }
            values.push(value);
            if self.takes(",") {
                is_list = true;
            } else {
                self.expect(closing)?;
                break;
            }
        }
        let end = self.tokens[self.next - 1].at.end;
        self.no_trailer()?;
        let at = at.start..end.max(at.start);
        match values.pop() {
            Some(only) if !is_list => Ok(Tree { node: only.node, at }),
            last => {
                values.extend(last);
                let list = items(values, at);
                Ok(if closing == "}" { set(list) } else { list })
            }
        }
    }

    /// Reads `value for name in items if condition`, and writes it out.
    fn comprehension(&mut self, value: Tree, start: usize) -> Result<Tree, TextError> {
        let mut all = vec![Item { conditions: Vec::new(), value }];
        let mut loops: Vec<(String, Tree)> = Vec::new();
        let mut conditions: Vec<Tree> = Vec::new();
        while self.is_name("for") || self.is_name("if") {
            if self.takes_name("if") {
                conditions.push(self.deeper(Self::either)?);
                continue;
            }
            self.next += 1;
            let name = match self.peek() {
                Some(Token { sort: Sort::Name(name), .. }) => name.clone(),
                _ => return Err(python(self.here())),
            };
            self.next += 1;
            if !self.takes_name("in") {
                return Err(python(self.here()));
            }
            loops.push((name, self.deeper(Self::either)?));
        }
        let end = self.tokens[self.next - 1].at.end;
        let at = start..end.max(start);
        all[0].conditions = conditions;
        // The last loop is the innermost and may depend on the others.
        let mut done: Vec<Item> = vec![];
        write_out(&all.remove(0), &loops, &at, &mut done)?;
        Ok(Tree::new(Node::Items(done), at))
    }
}

fn joined(mut all: Vec<Tree>, node: fn(Vec<Tree>) -> Node) -> Tree {
    match (all.len(), all.first(), all.last()) {
        (2.., Some(first), Some(last)) => {
            let at = first.at.start..last.at.end.max(first.at.start);
            Tree::new(node(all), at)
        }
        _ => all.remove(0),
    }
}
