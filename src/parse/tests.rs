use super::*;
use crate::vocabulary::Function;

fn vocabulary() -> Vocabulary {
    let asks = |name: &str| Function::condition(name, 1..=1, |_, _| false);
    let counts = |name: &str, arity| Function {
        arguments: Kind::Condition,
        ..Function::number(name, arity, |x, _| Ok(x[0].clone()))
    };
    Vocabulary::default()
        .with(asks("is_prime"))
        .with(asks("is_square"))
        .with(Function::condition("coprime", 2..=2, |_, _| false))
        .with(counts("count", 1..=usize::MAX))
        .with(Function { kind: Kind::Condition, ..counts("not", 1..=1) })
        .with(Function::number("gcd", 2..=usize::MAX, |x, _| Ok(x[0].clone())))
        .with(Function::number("digit_sum", 1..=1, |x, _| Ok(x[0].clone())))
        .with(Function::number("sqrt", 1..=1, |x, _| Ok(x[0].clone())))
}

#[test]
fn dump() {
    let texts = std::fs::read_to_string("/tmp/dump.txt").unwrap();
    for line in texts.lines() {
        let text = line.replace("\\n", "\n");
        match puzzle_with(&text, &Rules::default(), &vocabulary()) {
            Ok(p) => println!(
                "{line}\n   => {p}   | {} {:?}",
                p.template().fill(crate::digits::Base::TEN, &vec![7; p.hidden().len()]),
                p.notes()
            ),
            Err(e) => println!(
                "{line}\n   {}:{}+{} {} | {} | {}",
                e.line,
                e.column,
                e.length,
                e.message,
                e.label,
                e.help.as_deref().unwrap_or("-")
            ),
        }
    }
}
