//! What a request carries to say who sends it: an address, a cookie, a token.

pub(crate) mod cookie;
pub(crate) mod proxy;
pub(crate) mod secret;
pub(crate) mod token;
