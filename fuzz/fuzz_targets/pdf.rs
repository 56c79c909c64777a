//! The reader of PDF under `cargo fuzz`; what must hold is written in the library.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::pdf(data));
