//! Mutants of explanations: whatever is accepted is true, by trying all assignments.
//!
//! The oracle here reads JSON for itself and has no line of the checker.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use fukumen_check::{Options, Verdict, check};
use serde_json::Value;

/// Numbers that look random, the same in every run (Steele, Lea and Flood 2014).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }
}

/// A fraction, or no value.
type Number = Option<(i128, i128)>;
type Digits = BTreeMap<String, i128>;
type Term = Box<dyn Fn(&Digits) -> Number>;
type Test = Box<dyn Fn(&Digits) -> bool>;

fn add(a: Number, b: Number) -> Number {
    let ((a, b), (c, d)) = (a?, b?);
    Some((a * d + c * b, b * d))
}

fn times(a: Number, b: Number) -> Number {
    let ((a, b), (c, d)) = (a?, b?);
    Some((a * c, b * d))
}

fn compared(a: Number, sign: &str, b: Number) -> bool {
    let Some((difference, _)) = add(a, times(b, Some((-1, 1)))).map(|(n, d)| (n * d.signum(), d)) else {
        return false;
    };
    match sign {
        "=" => difference == 0,
        "<" => difference < 0,
        "<=" => difference <= 0,
        sign => panic!("the oracle does not know {sign}"),
    }
}

fn whole(value: &Value) -> i128 {
    let number = value.as_i64().map(i128::from);
    number.unwrap_or_else(|| value.as_str().expect("a text").parse().expect("a number"))
}

fn all(value: &Value) -> Vec<i128> {
    value.as_array().expect("a list").iter().map(whole).collect()
}

/// What facts say, and of what.
struct Oracle {
    base: i128,
    variables: RefCell<BTreeSet<String>>,
}

impl Oracle {
    fn variable(&self, name: String) -> Term {
        self.variables.borrow_mut().insert(name.clone());
        Box::new(move |digits| Some((digits[&name], 1)))
    }

    fn term(&self, text: &str) -> Term {
        let (term, rest) = self.first(text);
        assert_eq!(rest, "", "{text}");
        term
    }

    /// The first term of a text, and what stands after it.
    fn first<'t>(&self, text: &'t str) -> (Term, &'t str) {
        if let Some(inside) = text.strip_prefix('[') {
            let (inside, rest) = inside.split_once(']').expect("a numeral ends");
            let (base, elements) = (self.base, inside.split(' ').map(|element| self.first(element).0));
            let elements: Vec<Term> = elements.collect();
            let value = move |digits: &Digits| {
                elements.iter().try_fold((0, 1), |sum, x| add(times(Some(sum), Some((base, 1))), x(digits)))
            };
            return (Box::new(value), rest);
        }
        let Some(inside) = text.strip_prefix('(') else {
            let (name, rest) = text.split_at(text.find([' ', ')']).unwrap_or(text.len()));
            return match name.parse::<i128>() {
                Ok(number) => (Box::new(move |_| Some((number, 1))), rest),
                Err(_) => (self.variable(name.to_owned()), rest),
            };
        };
        let end = inside.find(' ').expect("an operator has operands");
        let (operator, mut rest) = (inside[..end].to_owned(), &inside[end..]);
        if operator == "carry" {
            let (at, rest) = rest.trim_start().split_once(')').expect("it ends");
            return (self.variable(format!("carry {}", at.replace(' ', "."))), rest);
        }
        let mut x = Vec::new();
        while let Some(next) = rest.strip_prefix(' ') {
            let (term, after) = self.first(next);
            x.push(term);
            rest = after;
        }
        let value = move |digits: &Digits| -> Number {
            let x: Vec<Number> = x.iter().map(|x| x(digits)).collect();
            match &*operator {
                "+" => x.into_iter().fold(Some((0, 1)), add),
                "*" => x.into_iter().fold(Some((1, 1)), times),
                "neg" => times(x[0], Some((-1, 1))),
                "/" => times(x[0], x[1].filter(|(n, _)| *n != 0).map(|(n, d)| (d, n))),
                "^" => (0..x[1]?.0).try_fold((1, 1), |power, _| times(Some(power), x[0])),
                sign => Some((compared(x[0], sign, x[1]).into(), 1)),
            }
        };
        (Box::new(value), rest.strip_prefix(')').expect("brackets end"))
    }

    /// What a fact says.
    fn test(&self, fact: &Value) -> Test {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let all =
            |value: &Value| -> Vec<i128> { value.as_array().expect("a list").iter().map(whole).collect() };
        if let Some(name) = fact.get("digit") {
            let (term, digits) = (self.variable(text(name)), all(&fact["in"]));
            return Box::new(move |d| term(d).is_some_and(|(n, _)| digits.contains(&n)));
        }
        if let Some(carry) = fact.get("carry") {
            let term = self.variable(format!("carry {}.{}", carry[0], carry[1]));
            let values = all(&fact["in"]);
            return Box::new(move |d| term(d).is_some_and(|(n, _)| values.contains(&n)));
        }
        if let Some(of) = fact.get("range") {
            let of = self.term(&text(of));
            let [from, to] = ["from", "to"].map(|end| fact.get(end).map(whole));
            return Box::new(move |d| {
                let end = |end: i128| Some((end, 1));
                of(d).is_some()
                    && from.is_none_or(|from| compared(end(from), "<=", of(d)))
                    && to.is_none_or(|to| compared(of(d), "<=", end(to)))
            });
        }
        if let Some(terms) = fact.get("relation") {
            let terms: Vec<(Term, i128)> = terms
                .as_object()
                .expect("terms")
                .iter()
                .map(|(name, factor)| match name.starts_with("carry ") {
                    true => (self.variable(name.clone()), whole(factor)),
                    false => (self.term(name), whole(factor)),
                })
                .collect();
            let (equals, modulo) = (whole(&fact["equals"]), fact.get("modulo").map(whole));
            return Box::new(move |d| {
                let sum: i128 = terms.iter().map(|(term, factor)| term(d).expect("whole").0 * factor).sum();
                modulo.map_or(sum == equals, |modulo| (sum - equals) % modulo == 0)
            });
        }
        self.test_of_expressions(fact)
    }

    fn test_of_expressions(&self, fact: &Value) -> Test {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let pair = |value: &Value, i: usize| self.term(&text(&value[i]));
        if let Some(of) = fact.get("residue") {
            let (of, modulo, residues) = (self.term(&text(of)), whole(&fact["modulo"]), all(&fact["in"]));
            return Box::new(move |d| {
                of(d).is_some_and(|(n, m)| n % m == 0 && residues.contains(&(n / m).rem_euclid(modulo)))
            });
        }
        if let Some(order) = fact.get("order") {
            let (a, sign, b) = (pair(order, 0), text(&order[1]), pair(order, 2));
            return Box::new(move |d| compared(a(d), &sign, b(d)));
        }
        if let Some(same) = fact.get("same") {
            let (a, b) = (pair(same, 0), pair(same, 1));
            return Box::new(move |d| compared(a(d), "=", b(d)));
        }
        if let Some(condition) = fact.get("condition") {
            let condition = self.term(&text(condition));
            return Box::new(move |d| condition(d).is_some_and(|(n, _)| n != 0));
        }
        if let Some(names) = fact.get("distinct") {
            let terms: Vec<Term> =
                names.as_array().expect("names").iter().map(|name| self.variable(text(name))).collect();
            return Box::new(move |d| {
                let seen: BTreeSet<Number> = terms.iter().map(|term| term(d)).collect();
                seen.len() == terms.len()
            });
        }
        if let Some(digits) = fact.get("digits") {
            let digits = all(digits);
            return Box::new(move |d| {
                d.iter().all(|(name, digit)| name.starts_with("carry ") || digits.contains(digit))
            });
        }
        assert_eq!(fact["false"], true, "{fact}");
        Box::new(|_| false)
    }

    /// The first assignment of all variables of the facts, with digits of the base and carries from -1 to 2, that
    /// satisfies the facts and none of the conclusions.
    fn counterexample(base: i128, facts: &[&Value], conclusions: &[&Value]) -> Option<Digits> {
        let oracle = Oracle { base, variables: RefCell::default() };
        let tests: Vec<Test> = facts.iter().map(|fact| oracle.test(fact)).collect();
        let wrong: Vec<Test> = conclusions.iter().map(|conclusion| oracle.test(conclusion)).collect();
        let variables: Vec<String> = oracle.variables.into_inner().into_iter().collect();
        let values = |name: &String| if name.starts_with("carry ") { -1..3 } else { 0..base };
        let mut digits: Digits = variables.iter().map(|name| (name.clone(), values(name).start)).collect();
        loop {
            if tests.iter().all(|test| test(&digits)) && !wrong.iter().any(|test| test(&digits)) {
                return Some(digits);
            }
            let next = variables.iter().find(|name| {
                let digit = digits.get_mut(*name).expect("it is there");
                *digit += 1;
                let is_over = *digit == values(name).end;
                if is_over {
                    *digit = values(name).start;
                }
                !is_over
            });
            next?;
        }
    }
}

/// What is known by its name.
type Known<'e> = BTreeMap<&'e str, &'e Value>;

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn id(fact: &Value) -> &str {
    fact["id"].as_str().expect("a fact has a name")
}

/// Whether everything that steps conclude follows by brute force.
fn judge<'e>(base: i128, steps: &'e [Value], known: &mut Known<'e>) -> Result<(), String> {
    for step in steps {
        let find = |known: &Known<'e>, name: &Value| {
            let fact = name.as_str().and_then(|name| known.get(name).copied());
            fact.ok_or_else(|| format!("{name} is not known"))
        };
        let mut used: Vec<&Value> =
            list(&step["uses"]).iter().map(|name| find(known, name)).collect::<Result<_, _>>()?;
        let mut ends: Vec<Vec<&Value>> = Vec::new();
        for case in list(&step["cases"]) {
            let mut inner = known.clone();
            inner.insert(id(&case["assume"]), &case["assume"]);
            judge(base, list(&case["steps"]), &mut inner)?;
            if let Some(facts) = case["ends"].as_array() {
                ends.push(facts.iter().map(|name| find(&inner, name)).collect::<Result<_, _>>()?);
            } else if !list(&case["steps"])
                .iter()
                .flat_map(|step| list(&step["gives"]))
                .any(|fact| fact["false"] == true)
            {
                return Err("a case does not end in a contradiction".into());
            }
        }
        let parts: Vec<&Value> = list(&step["cases"]).iter().map(|case| &case["assume"]).collect();
        if parts.is_empty() {
            ends.push(Vec::new());
        } else if let Some(left) = Oracle::counterexample(base, &[find(known, &step["on"])?], &parts) {
            return Err(format!("{left:?} is in no case"));
        }
        for conclusion in list(&step["gives"]) {
            for end in ends.iter().filter(|_| conclusion.get("exchange").is_none()) {
                let facts = [&*used, end].concat();
                if let Some(left) = Oracle::counterexample(base, &facts, &[conclusion]) {
                    return Err(format!("{} does not follow: {left:?}", id(conclusion)));
                }
            }
            known.insert(id(conclusion), conclusion);
            used.push(conclusion);
        }
    }
    Ok(())
}

/// Whether what an accepted mutant says is true, where the original is.
fn is_true(mutant: &Value, original: &Value) -> Result<(), String> {
    let base = original["rules"]["base"].as_i64().expect("a base").into();
    let stated: Vec<&Value> = list(&original["given"]).iter().collect();
    for given in list(&mutant["given"]).iter().filter(|given| !stated.contains(given)) {
        if let Some(left) = Oracle::counterexample(base, &stated, &[given]) {
            return Err(format!("{} is not given: {left:?}", id(given)));
        }
    }
    let mut known = list(&mutant["given"]).iter().map(|given| (id(given), given)).collect();
    judge(base, list(&mutant["steps"]), &mut known)?;
    let answers = |explanation: &Value| {
        list(&explanation["answers"]).iter().map(Value::to_string).collect::<BTreeSet<_>>()
    };
    let (told, all) = (answers(mutant), answers(original));
    let is_right = if mutant["complete"] == true { told == all } else { told.is_subset(&all) };
    if !is_right {
        return Err(format!("the answers are {all:?}"));
    }
    // Of each solution some arrangement satisfies the orders that were assumed.
    let assumed: Vec<&Value> = list(&mutant["steps"])
        .iter()
        .flat_map(|step| list(&step["gives"]))
        .filter(|fact| fact.get("exchange").is_some())
        .collect();
    let oracle = Oracle { base, variables: RefCell::default() };
    let orders: Vec<Test> = assumed.iter().map(|fact| oracle.test(fact)).collect();
    for answer in list(&original["answers"]) {
        let digits: Digits = answer
            .as_object()
            .expect("digits")
            .iter()
            .map(|(name, digit)| (name.clone(), digit.as_i64().expect("a digit").into()))
            .collect();
        let mut images = vec![digits];
        for fact in &assumed {
            for mut image in images.clone() {
                for pair in list(&fact["exchange"]) {
                    let [a, b] = [0, 1].map(|i| pair[i].as_str().expect("a symbol").to_owned());
                    let (x, y) = (image[&a], image[&b]);
                    image.extend([(a, y), (b, x)]);
                }
                images.push(image);
            }
        }
        if !images.iter().any(|image| orders.iter().all(|order| order(image))) {
            return Err(format!("no arrangement of {answer} is in order"));
        }
    }
    Ok(())
}

/// Changes one thing somewhere in the facts, the steps, the answers or what is said of them.
fn mutate(value: &mut Value, dice: &mut Dice, texts: &[String]) {
    let mut count = 0;
    visit(value, &mut |_| count += 1);
    let mut left = dice.below(count) + 1;
    let (kind, i, j, k) = (dice.below(3), dice.below(1 << 20), dice.below(1 << 20), dice.below(texts.len()));
    visit(value, &mut |value| {
        left = left.saturating_sub(1);
        if left > 0 || value.is_null() {
            return;
        }
        left = usize::MAX;
        match value {
            Value::Number(number) => {
                let number = number.as_i64().expect("a whole number");
                *value = (number + [1, -1, 2][kind]).into();
            }
            Value::Bool(truth) => *truth = !*truth,
            Value::String(text) => text.clone_from(&texts[k]),
            Value::Array(list) if !list.is_empty() => {
                let (i, j) = (i % list.len(), j % list.len());
                match kind {
                    0 => drop(list.remove(i)),
                    1 => list.swap(i, j),
                    _ => list.push(list[i].clone()),
                }
            }
            Value::Object(fields) if !fields.is_empty() => {
                let name = fields.keys().nth(i % fields.len()).expect("it is there").clone();
                fields.remove(&name);
            }
            _ => {}
        }
    });
}

fn visit(value: &mut Value, found: &mut dyn FnMut(&mut Value)) {
    found(value);
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| visit(value, found)),
        Value::Object(fields) => fields
            .iter_mut()
            .filter(|(name, _)| !["schema", "puzzle", "rules"].contains(&name.as_str()))
            .for_each(|(_, value)| visit(value, found)),
        _ => {}
    }
}

#[test]
fn mutants_are_refused_or_still_true() {
    let texts = [
        include_str!("explanations/so.json"),
        include_str!("explanations/nrich.json"),
        include_str!("explanations/square.json"),
        include_str!("explanations/eighteen.json"),
        include_str!("explanations/sum.json"),
        include_str!("explanations/difference.json"),
        include_str!("explanations/fractions.json"),
        include_str!("explanations/squares.json"),
        include_str!("explanations/blanks.json"),
        include_str!("explanations/product.json"),
    ];
    let (mut dice, mut verdicts) = (Dice(1), [0; 3]);
    for text in texts {
        let original: Value = serde_json::from_str(text).expect("it is JSON");
        is_true(&original, &original).unwrap_or_else(|why| panic!("{}: {why}", original["puzzle"]));
        let mut strings = Vec::new();
        visit(&mut original.clone(), &mut |value| strings.extend(value.as_str().map(str::to_owned)));
        for _ in 0..300 {
            let mut mutant = original.clone();
            mutate(&mut mutant, &mut dice, &strings);
            if mutant == original {
                continue;
            }
            let options = Options { quiet: true, need_text: true, ..Options::default() };
            let mut out = Vec::new();
            let verdict =
                check(mutant.to_string().as_bytes(), &options, &mut out).expect("it can be written");
            verdicts[verdict as usize] += 1;
            if verdict == Verdict::Accepted {
                is_true(&mutant, &original).unwrap_or_else(|why| panic!("{why}: {mutant}"));
            }
        }
    }
    let [accepted, refused, malformed] = verdicts;
    assert!(accepted > 300 && refused > 1200 && malformed < 1000, "{verdicts:?}");
}
