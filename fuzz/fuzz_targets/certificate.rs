//! Any bytes get a verdict from the checker of certificates: no panic, and no more work than the limit of nodes allows. A file
//! that is accepted is accepted again when another accepted one stands before it.
#![no_main]

use fukumen_check::{Options, Verdict, check};
use libfuzzer_sys::fuzz_target;

const SEND: &[u8] = include_bytes!("../../check/tests/certificates/send.txt");

fuzz_target!(|bytes: &[u8]| {
    let options = Options { limit: 10_000, ..Options::default() };
    let verdict = |bytes: &[u8]| check(bytes, &options, &mut Vec::new()).expect("memory can be written");
    let alone = verdict(bytes);
    if !bytes.is_empty() {
        assert_eq!(verdict(&[SEND, bytes].concat()), alone, "after another");
    }
    assert_eq!(verdict(SEND), Verdict::Accepted);
});
