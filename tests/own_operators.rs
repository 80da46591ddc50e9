//! Law 4: for an operator with nothing but a meaning, every engine and evaluator finds what the judge accepts, and no step of
//! an explanation concludes what a solution refutes.
//!
//! A new row of `OPERATORS` needs no more than that. Each tier gets one here, in place of an operator of the language.

use std::collections::BTreeSet;

use fukumen::digits::DigitSet;
use fukumen::engine::ENGINES;
use fukumen::eval::EVALUATORS;
use fukumen::explain::{Claim, Explainer};
use fukumen::expr::Expr;
use fukumen::judge::Truth;
use fukumen::number::Exact;
use fukumen::puzzle::Builder;
use fukumen::solve::SolveError;
use fukumen::vocabulary::{Meaning, Operator, Tier};
use fukumen::{Puzzle, Solver, judge};

/// An operator of the language, what stands in its place, and texts with it.
type Case = (&'static str, Tier, Meaning, &'static [&'static str]);

/// No meaning is that of an operator of the language, nor symmetric.
const CASES: &[Case] = &[
    (
        "∣",
        Tier::Relation,
        Meaning::Test(|a, b| b.plus(a).plus(a).is_multiple_of(&Exact::from(5))),
        &["A∣B", "AB∣C+D", "A∣B∣C", "(A∣B)+(C∣D)=1", "(A∣B)*C=D", "¬(A∣B)", "A∣B || C=1", "AB*C∣D", "A/B∣C"],
    ),
    (
        ">",
        Tier::Relation,
        Meaning::Compare(std::cmp::Ordering::is_le),
        &["A>B", "AB>CD+A", "A>B>C", "(A>B)+(C>D)=1", "AB+C>D*A", "A/B>C"],
    ),
    (
        "-",
        Tier::Sum,
        Meaning::Binary(|a, b, _| Ok(a.plus(b).plus(b))),
        &[
            "A-B=C",
            "AB-C=DA",
            "A-B+C=D",
            "A+B-C=D",
            "2*(A-B)=CD",
            "(A-B)*C=DE",
            "A*B-C=DA",
            "A=B-C",
            "A<B-C",
            "A/B-C=D",
            "(A-B)²=CD",
            "(A-B)%C=D",
            "max(A-B,C)=D",
            "sum(A-B,C)=D",
            "(A=1)-(B=2)=2",
            "-(A-B)+CD=E",
            "2-A=B",
            "A*B-C*D=EA",
            "A/B=(C-D)/E",
            "AB÷C=D r (E-D)",
            "(A-B)*(C-D)=AE",
            "0.A-0.B=C.D",
            "A-0=B",
            "(A-B)!=CD",
            "√(A-B)=C",
            "abs(A-B)=C",
            "AB-CD=EAB, AB-C=DE",
            "√A-B=C",
        ],
    ),
    (
        "%",
        Tier::Product,
        Meaning::Binary(|a, b, _| Ok(a.times(b).plus(b))),
        &[
            "A%B=C",
            "AB%C=DA",
            "A%B*C=DE",
            "A*B%C=DE",
            "A%B+C=D",
            "AB/C%D=A",
            "2%A=B",
            "A%2=B",
            "A%1=B",
            "(A=1)%(B=2)=2",
            "(A%B)²=CD",
            "A%B%C=DE",
            "-A%B+CD=E",
            "mod(A,B)+C%D=E",
            "product(A%B,C)=DE",
            "A%B=C%D",
            "AB%0=C",
            "A/B%C=D/E",
        ],
    ),
    (
        "-",
        Tier::Sign,
        Meaning::Unary(|a, _| Ok(a.plus(a).plus(&Exact::ONE))),
        &[
            "-A=B",
            "-A+B=CD",
            "A*-B=CD",
            "A+(-B)=C",
            "AB+-C=DE",
            "2^(-A)=BC",
            "-A*B=C",
            "-(-A)=BC",
            "A/-B=C/D",
            "-A<B",
        ],
    ),
    (
        "^",
        Tier::Power,
        Meaning::Binary(|a, b, _| Ok(a.plus(b).plus(b))),
        &[
            "A^2=B",
            "A^B=CD",
            "2^A=BC",
            "(A+B)^2=CD",
            "A^B*C=DE",
            "A^B+C=D",
            "A²=B",
            "AB²=CD",
            "A²+B²=C²",
            "A^B^C=DE",
            "A^0=B",
            "A^1=B",
            "A²*B²=CD",
            "A/B²=C/D",
            "A=1^B",
            "√A²=B",
            "A^(1/2)=B",
        ],
    ),
    (
        "!",
        Tier::Postfix,
        Meaning::Unary(|a, _| Ok(a.plus(a).plus(&Exact::ONE))),
        &["A! = B", "A!+B=CD", "A!*B=CD", "A!²=BC", "AB! = CD", "(A+B)! = CD", "A!! = B", "A!/B!=C", "A!<B"],
    ),
    (
        "√",
        Tier::Root,
        Meaning::Unary(|a, _| Ok(a.plus(a).plus(&Exact::ONE))),
        &["√A=B", "√AB=CD", "√A+B=C", "√A*B=CD", "√A²=BC", "√(A+B)=C", "√√A=B", "A=√B", "A<√B"],
    ),
];

/// The puzzle of a text with another operator in place of one.
fn with_stranger(text: &str, old: &str, new: &'static Operator) -> Puzzle {
    let read: Puzzle = text.parse().expect(text);
    let mut builder = Builder::new(read.rules().clone());
    for hidden in read.hidden() {
        builder.symbol(&hidden.name);
    }
    for condition in read.conditions() {
        let mut found = 0;
        builder.condition(swapped(condition, old, new, &mut found));
        assert!(found > 0, "{text} has no {old}");
    }
    builder.build().expect("it was a puzzle before")
}

fn swapped(expr: &Expr, old: &str, new: &'static Operator, found: &mut usize) -> Expr {
    let sign = |operator: &'static Operator, found: &mut usize| {
        let is_old = operator.tier == new.tier && operator.symbol() == old;
        *found += usize::from(is_old);
        if is_old { new } else { operator }
    };
    match expr {
        Expr::Constant(_) | Expr::Numeral(_) => expr.clone(),
        Expr::Unary(operator, operand) => {
            Expr::Unary(sign(operator, found), Box::new(swapped(operand, old, new, found)))
        }
        Expr::Chain(chain) => {
            let first = swapped(&chain.first, old, new, found);
            let rest = chain.rest.iter();
            let rest =
                rest.map(|(operator, operand)| (sign(operator, found), swapped(operand, old, new, found)));
            Expr::chain(first, rest.collect())
        }
        Expr::Call(function, arguments) => {
            Expr::Call(function.clone(), arguments.iter().map(|one| swapped(one, old, new, found)).collect())
        }
        Expr::Remainder(division) => {
            let [dividend, divisor, quotient, rest] =
                division.parts().map(|part| swapped(part, old, new, found));
            Expr::Remainder(Box::new(fukumen::expr::Remainder { dividend, divisor, quotient, rest }))
        }
    }
}

/// The digits of all solutions, each assignment judged.
fn by_force(puzzle: &Puzzle) -> BTreeSet<Vec<u8>> {
    let domains: Vec<DigitSet> = puzzle.hidden().iter().map(|hidden| hidden.digits).collect();
    let mut found = BTreeSet::new();
    assign(puzzle, &domains, &mut Vec::new(), &mut found);
    found
}

fn assign(puzzle: &Puzzle, domains: &[DigitSet], digits: &mut Vec<u8>, found: &mut BTreeSet<Vec<u8>>) {
    let Some(domain) = domains.get(digits.len()) else {
        let holds = |condition| judge::truth(condition, digits, &puzzle.context()) == Truth::Yes;
        if puzzle.all_conditions().all(holds) {
            found.insert(digits.clone());
        }
        return;
    };
    for digit in domain.iter().filter(|digit| !digits.contains(digit)).collect::<Vec<_>>() {
        digits.push(digit);
        assign(puzzle, domains, digits, found);
        digits.pop();
    }
}

#[test]
fn engines_and_evaluators_know_no_more_of_an_operator_than_its_row() {
    let mut wrong = Vec::new();
    for (old, tier, meaning, texts) in CASES {
        let new = Operator::custom(*tier, *meaning);
        for text in *texts {
            let puzzle = with_stranger(&format!("@base 7\n{text}"), old, new);
            let expected = by_force(&puzzle);
            let engines = ENGINES.iter().map(|engine| Some(engine.name())).chain([None]);
            for (engine, evaluator) in
                engines.flat_map(|engine| EVALUATORS.iter().map(move |evaluator| (engine, evaluator.name())))
            {
                let mut solver = Solver::new(&puzzle).evaluator(evaluator);
                if let Some(engine) = engine {
                    solver = solver.engine(engine);
                }
                let found = match solver.run() {
                    Err(SolveError::Unfit { .. }) => continue,
                    Err(error) => Err(error.to_string()),
                    Ok((_, found)) => {
                        Ok(found.iter().map(|one| one.digits().to_vec()).collect::<BTreeSet<_>>())
                    }
                };
                if found.as_ref() != Ok(&expected) {
                    wrong.push(format!("{text} with another {old} in {engine:?} and {evaluator}: {found:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn explanations_know_no_more_of_an_operator_than_its_row() {
    let mut wrong = Vec::new();
    for (old, tier, meaning, texts) in CASES {
        let new = Operator::custom(*tier, *meaning);
        for text in *texts {
            let puzzle = with_stranger(&format!("@base 7\n{text}"), old, new);
            let expected = by_force(&puzzle);
            let Ok(explanation) = Explainer::new(&puzzle).explain() else { panic!("nothing interrupts it") };
            // Conclusions outside of cases hold for every solution.
            let is_false = |claim: &Claim| match claim {
                Claim::Digit(place, digits) => {
                    expected.iter().any(|found| !digits.contains(found[place.index()]))
                }
                Claim::False => !expected.is_empty(),
                _ => false,
            };
            let gives = || explanation.steps.iter().flat_map(|step| &step.gives);
            // Where parts may change places, one order of them stands for all.
            let is_ordered = gives().any(|give| !give.proof.exchange.is_empty());
            let says_false = !is_ordered && gives().any(|give| is_false(&give.claim));
            if says_false || explanation.solutions != expected.len() as u128 {
                wrong.push(format!("{text} with another {old}: {:?}", explanation.status));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
