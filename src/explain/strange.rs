//! Law 4 for explanations: of an operator of which only the meaning is known, no step concludes what a solution refutes.

use super::*;
use crate::solve::strange::CASES;
use crate::solve::strange::by_force;
use crate::solve::strange::with_stranger;
use crate::vocabulary::strange;

#[test]
fn explanations_know_no_more_of_an_operator_than_its_row() {
    let mut wrong = Vec::new();
    for (old, tier, meaning, texts) in CASES {
        let new = strange(*tier, *meaning);
        for text in *texts {
            let puzzle = with_stranger(&format!("@base 7\n{text}"), old, new);
            let expected = by_force(&puzzle);
            let Ok(explanation) = Explainer::new(&puzzle).explain() else { panic!("nothing interrupts it") };
            // What is concluded outside of cases holds for every solution.
            let is_false = |claim: &Claim| match claim {
                Claim::Digit(place, digits) => {
                    expected.iter().any(|found| !digits.contains(found[place.index()]))
                }
                Claim::False => !expected.is_empty(),
                _ => false,
            };
            let gives = || explanation.steps.iter().flat_map(|step| &step.gives);
            // Where parts may change places, one order of them stands for all.
            let is_ordered = gives().any(|give| give.rule == Rule::K8);
            let says_false = !is_ordered && gives().any(|give| is_false(&give.claim));
            if says_false || explanation.solutions != expected.len() as u128 {
                wrong.push(format!("{text} with another {old}: {:?}", explanation.status));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
