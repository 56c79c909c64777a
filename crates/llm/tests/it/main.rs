//! The crate seen from its door: one binary, so that it is linked once.

#[cfg(test)]
mod batches;
#[cfg(test)]
mod cassettes;
#[cfg(test)]
mod fallback;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod meters;
#[cfg(test)]
mod offline;
#[cfg(test)]
mod requests;
#[cfg(test)]
mod retries;
#[cfg(test)]
mod secrets;
#[cfg(test)]
mod services;
#[cfg(test)]
mod wire;
