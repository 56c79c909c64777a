//! The crate seen from its door: one binary, so that it is linked once.

#[cfg(test)]
mod addresses;
#[cfg(test)]
mod batches;
#[cfg(test)]
mod canned_service;
#[cfg(test)]
mod cassettes;
#[cfg(test)]
mod conversation;
#[cfg(test)]
mod degeneration;
#[cfg(test)]
mod discovery;
#[cfg(test)]
mod fallback;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod learning;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod meters;
#[cfg(test)]
mod offline;
#[cfg(test)]
mod prices;
#[cfg(test)]
mod protocol;
#[cfg(test)]
mod refusing;
#[cfg(test)]
mod rehearsal;
#[cfg(test)]
mod requests;
#[cfg(test)]
mod retries;
#[cfg(test)]
mod secrets;
#[cfg(test)]
mod sentences;
#[cfg(test)]
mod services;
#[cfg(test)]
mod text_calls;
#[cfg(test)]
mod vendors;
#[cfg(test)]
mod wire;
