//! Logging in through another service, by `OpenID` Connect: the code flow with PKCE, state and nonce.
//!
//! The page leaves for the service and comes back with a code, which it hands over in a request of its own. So no answer of
//! this server leads a browser to an address that another party wrote, and every cookie stays one that other sites cannot
//! send.

mod config;
mod id_token;
mod login;
mod provider;
mod service;

pub use config::{CALLBACK, OidcConfig};
pub(crate) use login::{BEGUN, Identity, LoginError, LoginReturn};
pub use login::{StartedLogin, groups_in, name_in};
pub use provider::is_error_word;
pub(crate) use service::Oidc;
