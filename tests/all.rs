//! The tests of the library and of the program, as one program: each file and each folder beside this one is a module of it.
//! One program is linked once, and no test waits until those of other files have ended. `cargo test --test all readings::` runs
//! those of one file.

mod calibration;
mod certificates;
mod choice;
mod cli;
mod common;
mod corpus;
mod engines;
mod every_explanation;
mod examples;
mod explanations;
mod extensions;
mod forms;
mod front_door;
mod generators;
mod grammar;
mod guide;
mod import;
mod interrupts;
mod latex;
mod laws;
mod layers;
mod layouts;
mod messages;
mod model_texts;
mod own_operators;
mod pasted_drawings;
mod picture;
mod pseudo_boolean;
mod reading;
mod readings;
mod replays;
mod searches;
mod sentences;
mod shards;
mod zero_lines;
