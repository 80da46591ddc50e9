//! The second reading: what the lines `puzzle` and `rule` mean, for texts of the common language.
//!
//! A text that has anything else in it is not read. This never decides what a text means; it only notices when the
//! statement says something else.

use std::collections::HashMap;
use std::collections::HashSet;
use std::iter::Peekable;
use std::str::Chars;

use crate::expression::Element;
use crate::expression::Expression;
use crate::expression::Numeral;
use crate::expression::count;
use crate::number::Number;
use crate::statement::digits_of;
use crate::statement::written;
use crate::words::Deed;
use crate::words::WORDS;

const DEPTH: usize = 200;

/// Functions that a certificate writes as something else.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("sum", "+"),
    ("product", "*"),
    ("mod", "%"),
    ("nreverse", "reverse"),
    ("dsum", "digit_sum"),
    ("ndigits", "digits"),
    ("ndivisors", "num_divisors"),
    ("primepi", "prime_pi"),
];

struct Rules {
    base: u32,
    digits: Option<String>,
    no_zero: bool,
    leading_zeros: bool,
    lone_zero: bool,
    distinct: bool,
}

/// The lines of the statement, from `base` to the last condition; `None` if the text is not of the common language.
pub fn read(puzzle: &[String], rules: &[String]) -> Option<Vec<String>> {
    let rules = read_rules(rules)?;
    let text = puzzle.join("\n");
    // A dash in front of a line may be a mark, or a step of a division.
    let starts_with_a_dash = |part: &str| part.trim_start().starts_with(['-', '−', '–']);
    if text.trim().is_empty() || text.contains("- ") && starts_with_a_dash(&text) {
        return None;
    }
    if text.split([',', '\n']).skip(1).any(starts_with_a_dash) {
        return None;
    }
    let mut reader = Reader {
        rest: text.chars().peekable(),
        rules: &rules,
        depth: 0,
        chained: 0,
        names: Vec::new(),
        cells: HashMap::new(),
        nonzero: HashSet::new(),
        blanks: 0,
        lower: String::new(),
    };
    let conditions = reader.conditions()?;
    // A lone small x may be a times sign.
    if reader.lower.contains('x') && !reader.lower.contains(|c| c != 'x') {
        return None;
    }
    reader.lines(&conditions)
}

fn read_rules(lines: &[String]) -> Option<Rules> {
    let mut rules = Rules {
        base: 10,
        digits: None,
        no_zero: false,
        leading_zeros: false,
        lone_zero: true,
        distinct: true,
    };
    let permission = |value| match value {
        "allowed" => Some(true),
        "forbidden" => Some(false),
        _ => None,
    };
    for line in lines {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("base", base) => rules.base = count(base).filter(|base| (2..=64).contains(base))? as u32,
            ("digits", digits) => rules.digits = Some(digits.to_owned()),
            ("no-zero", "" | "true" | "on") => rules.no_zero = true,
            ("leading-zeros", value) => rules.leading_zeros = permission(value)?,
            ("lone-zero", value) => rules.lone_zero = permission(value)?,
            ("distinct", "all") => rules.distinct = true,
            ("distinct", "none") => rules.distinct = false,
            _ => return None,
        }
    }
    Some(rules)
}

struct Reader<'t> {
    rest: Peekable<Chars<'t>>,
    rules: &'t Rules,
    /// Brackets and powers around this place.
    depth: usize,
    /// Signs that make a tree deeper without brackets.
    chained: usize,
    names: Vec<String>,
    cells: HashMap<char, usize>,
    nonzero: HashSet<usize>,
    blanks: usize,
    /// Small letters that are symbols.
    lower: String,
}

fn call(name: &str, arguments: Vec<Expression>) -> Option<Expression> {
    let word = WORDS.iter().find(|word| word.0 == name)?;
    let takes_conditions = matches!(word.3, Deed::And | Deed::Or | Deed::Not | Deed::Count);
    let are_conditions = arguments.iter().all(Expression::is_condition);
    let fits =
        arguments.len() >= word.1 && arguments.len() <= word.2 && (are_conditions || !takes_conditions);
    fits.then_some(Expression::Call(word, arguments))
}

impl Reader<'_> {
    /// Skips spaces; between brackets, ends of lines too.
    fn peek(&mut self) -> Option<char> {
        while self.rest.peek().is_some_and(|c| *c == ' ' || (*c == '\n' && self.depth > 0)) {
            self.rest.next();
        }
        self.rest.peek().copied()
    }

    /// Takes the first of these signs that stands here.
    fn sign(&mut self, signs: &[(&str, &'static str)]) -> Option<&'static str> {
        self.peek();
        for (sign, meaning) in signs {
            let mut ahead = self.rest.clone();
            if sign.chars().all(|c| ahead.next() == Some(c)) {
                self.rest = ahead;
                return Some(meaning);
            }
        }
        None
    }

    fn conditions(&mut self) -> Option<Vec<Expression>> {
        let mut conditions = Vec::new();
        loop {
            while matches!(self.peek(), Some('\n')) {
                self.rest.next();
            }
            if self.peek().is_none() {
                return (!conditions.is_empty()).then_some(conditions);
            }
            conditions.push(self.relation().filter(Expression::is_condition)?);
            match self.peek() {
                None | Some(',' | '\n') => self.rest.next(),
                Some(_) => return None,
            };
        }
    }

    fn relation(&mut self) -> Option<Expression> {
        const SIGNS: &[(&str, &str)] = &[
            ("==", "="),
            ("=", "="),
            ("≠", "!="),
            ("!=", "!="),
            ("<>", "!="),
            ("<=", "<="),
            ("≤", "<="),
            (">=", ">="),
            ("≥", ">="),
            ("<", "<"),
            (">", ">"),
            ("∣", "divides"),
        ];
        let mut left = self.sum()?;
        let mut relations = Vec::new();
        while let Some(sign) = self.sign(SIGNS) {
            let right = self.sum()?;
            relations.push(call(sign, vec![left, right.clone()])?);
            left = right;
        }
        match relations.len() {
            0 => Some(left),
            1 => relations.pop(),
            _ => call("and", relations),
        }
    }

    fn sum(&mut self) -> Option<Expression> {
        let mut terms = vec![self.product()?];
        while let Some(sign) = self.sign(&[("+", "+"), ("-", "neg"), ("−", "neg"), ("–", "neg")]) {
            let term = self.product()?;
            terms.push(if sign == "neg" { call("neg", vec![term])? } else { term });
        }
        if terms.len() == 1 { terms.pop() } else { call("+", terms) }
    }

    fn product(&mut self) -> Option<Expression> {
        const SIGNS: &[(&str, &str)] = &[
            ("//", "//"),
            ("/", "/"),
            ("÷", "/"),
            ("∕", "/"),
            ("⁄", "/"),
            ("*", "*"),
            ("×", "*"),
            ("·", "*"),
            ("⋅", "*"),
            ("∙", "*"),
            ("%", "%"),
        ];
        let mut factors = vec![self.signed()?];
        let mut signs = Vec::new();
        while let Some(sign) = self.sign(SIGNS) {
            signs.push(sign);
            factors.push(self.signed()?);
        }
        if signs.is_empty() {
            return factors.pop();
        }
        if signs.iter().all(|sign| *sign == "*") {
            return call("*", factors);
        }
        let mut factors = factors.into_iter();
        let first = factors.next()?;
        // By twos from the left: the tree is as deep as there are factors.
        self.chain(signs.len())?;
        factors.zip(signs).try_fold(first, |left, (right, sign)| call(sign, vec![left, right]))
    }

    fn signed(&mut self) -> Option<Expression> {
        let mut minuses = 0;
        while let Some(sign) = self.sign(&[("+", ""), ("-", "neg"), ("−", "neg"), ("–", "neg")]) {
            minuses += usize::from(sign == "neg");
        }
        self.chain(minuses)?;
        let power = self.power()?;
        (0..minuses).try_fold(power, |power, _| call("neg", vec![power]))
    }

    /// From right to left; an exponent may carry a sign.
    fn power(&mut self) -> Option<Expression> {
        let base = self.postfix()?;
        if self.sign(&[("^", "^"), ("**", "^")]).is_none() {
            return Some(base);
        }
        self.deeper(|reader| call("^", vec![base, reader.signed()?]))
    }

    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Option<Expression>) -> Option<Expression> {
        if self.depth >= DEPTH {
            return None;
        }
        self.depth += 1;
        let expression = read(self);
        self.depth -= 1;
        expression
    }

    fn postfix(&mut self) -> Option<Expression> {
        let mut atom = self.atom()?;
        loop {
            let mut ahead = self.rest.clone().skip_while(|c| *c == ' ');
            let signs = (ahead.next(), ahead.next(), ahead.next());
            // `!=` is a relation, unless another `=` follows.
            if signs.0 != Some('!') || (signs.1 == Some('=') && signs.2 != Some('=')) {
                return Some(atom);
            }
            self.sign(&[("!", "fact")]);
            self.chain(1)?;
            atom = call("fact", vec![atom])?;
        }
    }

    /// All signs that make the tree deeper without brackets are bounded together.
    fn chain(&mut self, signs: usize) -> Option<()> {
        self.chained += signs;
        (self.chained <= DEPTH).then_some(())
    }

    fn atom(&mut self) -> Option<Expression> {
        if self.sign(&[("(", "")]).is_some() {
            return self.deeper(|reader| {
                let inside = reader.relation()?;
                reader.sign(&[(")", "")]).map(|_| inside)
            });
        }
        self.peek();
        let is_part = |c: &char| c.is_ascii_alphanumeric() || "_?□▢".contains(*c);
        let run: String = std::iter::from_fn(|| self.rest.next_if(is_part)).collect();
        if run.starts_with(|c: char| c.is_ascii_lowercase()) && self.rest.peek() == Some(&'(') {
            return self.function(&run);
        }
        self.numeral(&run)
    }

    fn function(&mut self, name: &str) -> Option<Expression> {
        self.rest.next();
        let mut arguments = Vec::new();
        self.deeper(|reader| {
            loop {
                arguments.push(reader.relation()?);
                if reader.sign(&[(",", ",")]).is_none() {
                    return reader.sign(&[(")", "")]).and_then(|_| arguments.last().cloned());
                }
            }
        })?;
        let fixed = |degree: i64| Expression::Number(Number::from(degree));
        let degree = match name {
            "sqrt" => Some(fixed(2)),
            "cbrt" => Some(fixed(3)),
            _ => None,
        };
        if let Some(degree) = degree {
            arguments.push(degree);
            return call("root", arguments);
        }
        let other = OTHER_NAMES.iter().find(|(other, _)| *other == name);
        let is_word = !["neg", "and", "or", "remainder"].contains(&name);
        call(other.map_or(name, |(_, own)| own), arguments).filter(|_| is_word)
    }

    fn numeral(&mut self, run: &str) -> Option<Expression> {
        let base = self.rules.base;
        let whole: Option<Vec<Element>> = run.chars().map(|c| self.element(c)).collect();
        let whole = whole.filter(|whole| !whole.is_empty() && whole.len() <= 10_000)?;
        let may_be_zero = if whole.len() > 1 { self.rules.leading_zeros } else { self.rules.lone_zero };
        if let (Element::Cell(cell), false) = (whole[0], may_be_zero) {
            self.nonzero.insert(cell);
        }
        let (fraction, repetend) = (Vec::new(), Vec::new());
        let numeral = Numeral { base, has_own_base: false, has_point: false, whole, fraction, repetend };
        Some(Expression::Numeral(numeral))
    }

    fn element(&mut self, c: char) -> Option<Element> {
        if let Some(digit) = c.to_digit(10) {
            return (digit < self.rules.base).then_some(Element::Digit(digit as u8));
        }
        let cell = self.names.len();
        if !c.is_ascii_alphabetic() {
            self.blanks += 1;
            self.names.push(format!("_{}", self.blanks));
            return Some(Element::Cell(cell));
        }
        if c.is_ascii_lowercase() && !self.lower.contains(c) {
            self.lower.push(c);
        }
        let cell = *self.cells.entry(c.to_ascii_uppercase()).or_insert(cell);
        if cell == self.names.len() {
            self.names.push(c.to_string());
        }
        Some(Element::Cell(cell))
    }

    fn lines(&self, conditions: &[Expression]) -> Option<Vec<String>> {
        let base = self.rules.base;
        let all = u64::MAX >> (64 - base);
        let digits = self.rules.digits.as_ref().map_or(Some(all), |digits| digits_of(digits, base).ok())?;
        let mut lines = vec![format!("base {base}")];
        for (cell, name) in self.names.iter().enumerate() {
            let is_nonzero = self.rules.no_zero || self.nonzero.contains(&cell);
            let digits = if is_nonzero { digits & !1 } else { digits };
            lines.push(format!("cell {name} {}", (digits != 0).then(|| written(digits))?));
        }
        let symbols: Vec<&str> =
            self.names.iter().map(|name| &**name).filter(|name| !name.starts_with('_')).collect();
        if self.rules.distinct && symbols.len() > 1 {
            lines.push(format!("different {}", symbols.join(" ")));
        }
        for condition in conditions {
            let mut line = "require ".to_owned();
            condition.written(&self.names, &mut line);
            lines.push(line);
        }
        Some(lines)
    }
}
