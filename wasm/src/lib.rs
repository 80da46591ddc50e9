//! The requests of the page, as a WebAssembly module without other glue: bytes in, bytes out.
//!
//! The module exports `start`, to be called once; `room`, which makes room for a request and returns its address; `call`, which
//! answers the request there and returns the length of the answer; `reply`, the address of the answer. It imports `now`,
//! milliseconds on any clock; `emit`, which takes an event, of kind 0 as JSON and of kind 1 as rows; `fail`, which takes the
//! text of a panic, after which the module is of no more use; and, if it is built as the
//! page builds it (`--cfg fukumen_lends_unicode`), `ask`, `tell` and `is_mark` of the module `unicode`, what the browser knows of
//! characters. [`fukumen::service`] says what may stand in a request.

use std::cell::RefCell;
use std::ops::ControlFlow;

use fukumen::service;
use fukumen::service::{Client, Event};

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static REPLY: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Answers a request, and hands over what comes before the answer: its kind and its bytes.
pub fn answered(request: &[u8], emit: impl Fn(u32, &[u8]) + Send + Sync + 'static) -> Vec<u8> {
    let client = Client::new(move |event| {
        match event {
            Event::Object(value) => emit(0, value.to_string().as_bytes()),
            Event::Rows(rows) => emit(1, rows),
        }
        ControlFlow::Continue(())
    });
    service::answer(&String::from_utf8_lossy(request), &client).to_string().into_bytes()
}

/// The functions that the page calls.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod page {
    use super::{REPLY, REQUEST, answered};
    use std::time::Duration;

    #[cfg(fukumen_lends_unicode)]
    mod unicode {
        use std::ops::Range;

        use fukumen::unicode::{Form, Host};

        /// The kinds of questions, as the page numbers them; forms are 0 to 2.
        const CLUSTERS: u32 = 3;
        const WORDS: u32 = 4;

        #[link(wasm_import_module = "unicode")]
        unsafe extern "C" {
            fn ask(kind: u32, at: *const u8, length: usize) -> usize;
            fn tell(at: *mut u8);
            safe fn is_mark(code: u32) -> u32;
        }

        fn answer(kind: u32, text: &str) -> Vec<u8> {
            // SAFETY: the text lives until the page has read it.
            let length = unsafe { ask(kind, text.as_ptr(), text.len()) };
            let mut answer = vec![0; length];
            // SAFETY: there is room for as many bytes as the page said.
            unsafe { tell(answer.as_mut_ptr()) };
            answer
        }

        fn numbers(kind: u32, text: &str) -> Vec<usize> {
            let bytes = answer(kind, text);
            let numbers =
                bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]));
            numbers.map(|number| number as usize).collect()
        }

        fn normal(form: Form, text: &str) -> String {
            let kind = match form {
                Form::C => 0,
                Form::D => 1,
                Form::Kd => 2,
            };
            String::from_utf8(answer(kind, text)).unwrap_or_else(|_| text.into())
        }

        fn clusters(text: &str) -> Vec<usize> {
            numbers(CLUSTERS, text)
        }

        fn words(text: &str) -> Vec<Range<usize>> {
            numbers(WORDS, text).chunks_exact(2).map(|ends| ends[0]..ends[1]).collect()
        }

        pub(super) const HOST: Host = Host { normal, clusters, words, is_mark: |c| is_mark(c.into()) != 0 };
    }

    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        safe fn now() -> f64;
        fn emit(kind: u32, at: *const u8, length: usize);
        fn fail(at: *const u8, length: usize);
    }

    #[unsafe(no_mangle)]
    extern "C" fn start() {
        fukumen::solve::clock::lend(|| Duration::from_secs_f64(now().max(0.0) / 1000.0));
        #[cfg(fukumen_lends_unicode)]
        fukumen::unicode::lend(unicode::HOST);
        std::panic::set_hook(Box::new(|panic| {
            let text = panic.to_string();
            // SAFETY: the text lives until the page has read it.
            unsafe { fail(text.as_ptr(), text.len()) }
        }));
    }

    #[unsafe(no_mangle)]
    extern "C" fn room(length: usize) -> *mut u8 {
        REQUEST.with_borrow_mut(|request| {
            *request = vec![0; length];
            request.as_mut_ptr()
        })
    }

    #[unsafe(no_mangle)]
    extern "C" fn call() -> usize {
        let request = REQUEST.take();
        // SAFETY: the bytes live until the page has read them.
        let reply = answered(&request, |kind, bytes| unsafe { emit(kind, bytes.as_ptr(), bytes.len()) });
        let length = reply.len();
        REPLY.set(reply);
        length
    }

    #[unsafe(no_mangle)]
    extern "C" fn reply() -> *const u8 {
        REPLY.with_borrow(|reply| reply.as_ptr())
    }

    fn no_randomness(_: &mut [u8]) -> Result<(), getrandom::Error> {
        Err(getrandom::Error::UNSUPPORTED)
    }

    getrandom::register_custom_getrandom!(no_randomness);
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// The events so far: kinds and bytes.
    type Heard = Vec<(u32, Vec<u8>)>;

    #[test]
    fn a_request_is_bytes_and_so_is_all_that_comes() {
        let heard: Arc<Mutex<Heard>> = Arc::default();
        let listener = Arc::clone(&heard);
        let emit = move |kind, bytes: &[u8]| {
            listener.lock().expect("no listener panics").push((kind, bytes.to_vec()));
        };
        let answer = answered(br#"{"do": "solve", "text": "SEND+MORE=MONEY"}"#, emit);
        assert!(String::from_utf8(answer).expect("JSON is UTF-8").contains("\"count\":1,"));
        let heard = heard.lock().expect("no listener panics");
        let head = heard.iter().position(|(kind, _)| *kind == 1).expect("a row comes") - 1;
        assert!(String::from_utf8_lossy(&heard[head].1).contains("\"event\":\"rows\""));
        assert_eq!(heard[head + 1].1, [9, 5, 6, 7, 1, 0, 8, 2]);
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        let answer = answered(&[0xFF, 0xFE, b'{'], |_, _| {});
        assert!(String::from_utf8_lossy(&answer).contains("request-not-json"));
    }
}
