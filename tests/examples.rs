//! The programs in `examples/` do what they say: each checks its own results.

use std::error::Error;

#[path = "../examples/own_condition.rs"]
mod own_condition;
#[path = "../examples/own_engine.rs"]
mod own_engine;
#[path = "../examples/own_evaluator.rs"]
mod own_evaluator;
#[path = "../examples/own_function.rs"]
mod own_function;
#[path = "../examples/residues.rs"]
mod residues;

#[test]
fn every_example_runs() -> Result<(), Box<dyn Error>> {
    own_condition::main()?;
    own_engine::main()?;
    own_evaluator::main()?;
    own_function::main()?;
    residues::main()
}
