//! The reader of Kindle books under `cargo fuzz`; what must hold is written in the library.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz::kindle(data));
