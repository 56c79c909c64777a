//! Where ids come from: the operating system, or, on the thread of a simulation, a seed.

use std::cell::Cell;
use std::marker::PhantomData;

thread_local! {
    static STATE: Cell<Option<u64>> = const { Cell::new(None) };
}

/// As long as this lives, what is done on this thread can be repeated: ids come from the seed, and nothing is computed
/// beside it on another thread.
#[derive(Debug)]
pub struct Repeatable(PhantomData<*const ()>);

impl Repeatable {
    pub fn with_seed(seed: u64) -> Self {
        STATE.set(Some(seed));
        Self(PhantomData)
    }
}

impl Drop for Repeatable {
    fn drop(&mut self) {
        STATE.set(None);
    }
}

/// Whether what is done on this thread is to be repeated.
pub fn is_repeatable() -> bool {
    STATE.get().is_some()
}

/// A number by chance.
pub(crate) fn random() -> Result<u64, getrandom::Error> {
    let Some(state) = STATE.get() else { return getrandom::u64() };
    // The sequence known as `SplitMix64`.
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    STATE.set(Some(state));
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    Ok(mixed ^ (mixed >> 31))
}
