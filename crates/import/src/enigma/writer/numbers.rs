//! Writes the numbers of expressions.

use super::super::functions::{Binds, Function, Meaning};
use super::super::items::items_of;
use super::super::tree::{Item, Node, Tree};
use super::kinds::{is_condition, is_never_negative, is_whole};
use super::{Text, Writer, Written, python};
use fukumen_language::digits::Base;
use fukumen_language::text::TextError;

impl Writer<'_> {
    pub(super) fn number(&mut self, tree: &Tree) -> Written {
        let text = match &tree.node {
            Node::Integer(number) => self.integer(*number),
            Node::Word(word) => {
                if let (Some(lead), Some(_)) = (word.chars().next(), word.chars().nth(1)) {
                    self.leads.insert(lead);
                }
                Text::new(self.names.word(word), Binds::Atom)
            }
            Node::Negative(inner) => {
                Text::new(format!("-{}", self.number(inner)?.at_least(Binds::Power)), Binds::Sum)
            }
            Node::Binary(sign, left, right) => self.binary(sign, left, right)?,
            Node::Call(function, arguments, base) => self.value(function, arguments, *base, tree)?,
            Node::Compare(..) | Node::Member(..) | Node::Not(_) => self.counted(tree)?,
            Node::And(all) | Node::Or(all) if all.iter().all(is_condition) => self.counted(tree)?,
            _ => return Err(python(tree)),
        };
        Self::checked(text, &tree.at)
    }

    /// Writes a condition as a number: 1 if it holds, 0 if not, undefined if it has no value.
    fn counted(&mut self, tree: &Tree) -> Written {
        let holds = self.holds(tree)?;
        if self.is_total(tree) {
            let is_call = holds.binds == Binds::Atom;
            return Ok(Text::new(
                if is_call { holds.text } else { format!("({})", holds.text) },
                Binds::Atom,
            ));
        }
        let fails = self.fails(tree)?;
        let (holds, fails) = (holds.text, fails.text);
        Ok(Text::new(format!("({holds})/(({holds})+({fails}))"), Binds::Product))
    }

    /// Writes a whole number in decimal.
    pub(super) fn integer(&self, number: i128) -> Text {
        let magnitude = number.unsigned_abs();
        let is_plain = self.base == Base::TEN || magnitude < 10 && magnitude < u128::from(self.base.get());
        let text = if is_plain { magnitude.to_string() } else { format!("{magnitude}@10") };
        if number < 0 { Text::new(format!("-{text}"), Binds::Sum) } else { Text::new(text, Binds::Atom) }
    }

    fn binary(&mut self, sign: &str, left: &Tree, right: &Tree) -> Written {
        if sign == "/" {
            self.has_quotient = true;
        }
        let (a, b) = (self.number(left)?, self.number(right)?);
        Ok(match sign {
            "+" | "-" => {
                let b = if sign == "+" && !b.text.starts_with('-') {
                    b.at_least(Binds::Sum)
                } else {
                    b.at_least(Binds::Product)
                };
                Text::new(format!("{}{sign}{b}", a.at_least(Binds::Sum)), Binds::Sum)
            }
            "**" => {
                let text = format!("{}^{}", a.at_least(Binds::Atom), b.at_least(Binds::Power));
                Text::new(text, Binds::Power)
            }
            _ => {
                let text = format!("{}{sign}{}", a.at_least(Binds::Product), b.at_least(Binds::Power));
                Text::new(text, Binds::Product)
            }
        })
    }

    /// Writes the number that a function returns.
    fn value(
        &mut self,
        function: &'static Function,
        arguments: &[Tree],
        base: Option<Base>,
        tree: &Tree,
    ) -> Written {
        match function.meaning {
            Meaning::Number("concat") => self.side_by_side(arguments),
            Meaning::Number(name) => self.call(name, function, arguments, base),
            Meaning::Root(name, text) => {
                let binds = if text.starts_with('(') { Binds::Product } else { Binds::Atom };
                let root = self.text(text, binds, arguments)?;
                Ok(match self.not_negative(name, &arguments[0])?.first() {
                    Some(condition) => {
                        Text::new(format!("{}/({})", root.text, condition.text), Binds::Product)
                    }
                    None => root,
                })
            }
            Meaning::Text(text, binds) => self.text(text, binds, arguments),
            Meaning::Quotient => {
                let quotient = self.quotient(tree)?.text;
                Ok(Text::new(format!("{quotient}/is_integer({quotient})"), Binds::Product))
            }
            Meaning::Sum(power) => self.sum(arguments, power),
            Meaning::Length => {
                let items = items_of(&arguments[0])?;
                let one = Tree::new(Node::Integer(1), tree.at.clone());
                let all = items.into_iter().map(|item| Item { value: one.clone(), ..item }).collect();
                self.sum(&[Tree::new(Node::Items(all), tree.at.clone())], 1)
            }
            Meaning::Whole if is_whole(&arguments[0]) => self.number(&arguments[0]),
            Meaning::Whole if is_never_negative(&arguments[0]) => {
                self.text("floor(x)", Binds::Atom, arguments)
            }
            Meaning::Whole => self.text("(floor(x)+(x<0)*(1-is_integer(x)))", Binds::Atom, arguments),
            Meaning::Question(_) | Meaning::All | Meaning::Any | Meaning::Duplicate => self.counted(tree),
            Meaning::Listed(..) | Meaning::Set => Err(python(tree)),
        }
    }

    /// Writes a call of our function with this name.
    pub(super) fn call(
        &mut self,
        name: &str,
        function: &Function,
        arguments: &[Tree],
        base: Option<Base>,
    ) -> Written {
        let own = match base.unwrap_or(Base::TEN) {
            base if function.reads_digits && base != self.base => format!("@{base}"),
            _ => String::new(),
        };
        let arguments = self.spread(function, arguments)?;
        if name == "distinct" && arguments.len() < 2 {
            return Ok(Text::new("0=0", Binds::Relation));
        }
        // Digits have no sign there.
        let has_sign = matches!(name, "digit_sum" | "digits" | "is_palindrome");
        let all = arguments
            .iter()
            .map(|tree| {
                let number = self.number(tree)?.text;
                Ok(if has_sign && !is_never_negative(tree) { format!("abs({number})") } else { number })
            })
            .collect::<Result<Vec<_>, TextError>>()?;
        if all.is_empty() {
            return Ok(self.integer(1));
        }
        Ok(Text::new(format!("{name}{own}({})", all.join(",")), Binds::Atom))
    }

    /// Returns the arguments of a function, including those in a list.
    fn spread(&mut self, function: &Function, arguments: &[Tree]) -> Result<Vec<Tree>, TextError> {
        match arguments {
            [list] if function.spreads && matches!(list.node, Node::Items(_) | Node::Span(..)) => {
                let items = items_of(list)?;
                match items.iter().all(|item| item.conditions.is_empty()) {
                    true if !items.is_empty() || function.meaning == Meaning::Number("product") => {
                        Ok(items.into_iter().map(|item| item.value).collect())
                    }
                    _ => Err(python(list)),
                }
            }
            [list] if function.needs_list => Err(python(list)),
            arguments => Ok(arguments.to_vec()),
        }
    }

    /// Replaces `x` and `y` in a text with arguments.
    pub(super) fn text(&mut self, template: &str, binds: Binds, arguments: &[Tree]) -> Written {
        let is_inside = template.starts_with(|c: char| c.is_ascii_lowercase()) && template.contains('(');
        let mut text = String::new();
        let values = arguments.iter().map(|tree| self.number(tree)).collect::<Result<Vec<_>, _>>()?;
        let signs: Vec<char> = template.chars().collect();
        for (i, sign) in signs.iter().enumerate() {
            let is_letter = |place: usize| signs.get(place).is_some_and(char::is_ascii_lowercase);
            let is_variable = matches!(sign, 'x' | 'y') && !is_letter(i + 1) && !is_letter(i.wrapping_sub(1));
            let value = values.get(usize::from(*sign == 'y')).filter(|_| is_variable);
            let is_alone =
                is_inside && signs.get(i + 1) == Some(&')') && signs.get(i.wrapping_sub(1)) == Some(&'(');
            match value {
                Some(value) if is_alone => text += &value.text,
                Some(value) => text += &value.at_least(Binds::Atom),
                None => text.push(*sign),
            }
        }
        Ok(Text::new(text, binds))
    }

    /// Writes the quotient of `div(x, y)`, whole or not.
    pub(super) fn quotient(&mut self, tree: &Tree) -> Written {
        let Node::Call(_, arguments, _) = &tree.node else { return Err(python(tree)) };
        let (a, b) = (self.number(&arguments[0])?, self.number(&arguments[1])?);
        Ok(Text::new(format!("{}/{}", a.at_least(Binds::Product), b.at_least(Binds::Power)), Binds::Product))
    }

    /// Writes the sum of the items of a list, each to a power. An item with conditions counts only if they hold.
    fn sum(&mut self, arguments: &[Tree], power: u32) -> Written {
        let mut parts = Vec::new();
        for item in items_of(&arguments[0])? {
            let Item { mut conditions, value } = item;
            let at = value.at.clone();
            let is_one = matches!(value.node, Node::Integer(1));
            if conditions.is_empty() {
                parts.push(self.number(&value)?);
                continue;
            }
            if is_condition(&value) {
                conditions.push(value);
            } else if !is_one {
                let factor = self.counted(&Tree::new(Node::And(conditions), at))?;
                if !self.is_total(&value) {
                    return Err(python(&value));
                }
                let value = self.number(&value)?.at_least(Binds::Power);
                let product = format!("{}*{value}", factor.at_least(Binds::Product));
                parts.push(Text::new(product, Binds::Product));
                continue;
            }
            let condition = if conditions.len() == 1 {
                conditions.remove(0)
            } else {
                Tree::new(Node::And(conditions), at)
            };
            parts.push(self.counted(&condition)?);
        }
        if power != 1 {
            let to_power =
                |part: &Text| Text::new(format!("{}^{power}", part.at_least(Binds::Atom)), Binds::Power);
            parts = parts.iter().map(to_power).collect();
        }
        if let Some(start) = arguments.get(1) {
            parts.push(self.number(start)?);
        }
        Ok(match parts.as_slice() {
            [] => self.integer(0),
            [only] => only.clone(),
            parts => {
                let parts: Vec<String> = parts
                    .iter()
                    .enumerate()
                    .map(|(i, part)| {
                        let is_first = i == 0 || !part.text.starts_with('-');
                        part.at_least(if is_first { Binds::Sum } else { Binds::Product })
                    })
                    .collect();
                Text::new(parts.join("+"), Binds::Sum)
            }
        })
    }

    /// Returns the digits of words side by side.
    pub(super) fn digits_of(&mut self, words: &[Tree]) -> Result<Vec<String>, TextError> {
        let mut digits = Vec::new();
        for tree in words {
            let Node::Word(word) = &tree.node else { return Err(python(tree)) };
            let leads = word.chars().next().is_some_and(|lead| self.nonzero.contains(&lead));
            if self.base != Base::TEN || word.chars().nth(1).is_some() && !leads {
                return Err(python(tree));
            }
            digits.extend(word.chars().map(|symbol| self.names.word(&symbol.to_string())));
        }
        // A single digit never occurs twice.
        if digits.len() == 1 {
            digits.push("10".into());
        }
        Ok(digits)
    }

    /// Writes `nconcat`: decimal digits side by side.
    fn side_by_side(&mut self, arguments: &[Tree]) -> Written {
        let digits = match arguments {
            [list] if matches!(list.node, Node::Items(_) | Node::Span(..)) => items_of(list)?,
            all => all.iter().map(|value| Item { conditions: Vec::new(), value: value.clone() }).collect(),
        };
        let mut all = None::<Tree>;
        for Item { conditions, value } in digits {
            if !conditions.is_empty() {
                return Err(python(&value));
            }
            let ten = Tree::new(Node::Integer(10), value.at.clone());
            all = Some(match all {
                Some(all) => Tree::binary("+", Tree::binary("*", all, ten), value),
                None => value,
            });
        }
        match all {
            Some(all) => self.number(&all),
            None => Ok(self.integer(0)),
        }
    }
}
