//! What a connection needs to know, and why it could not be prepared.

use messages::{Explain, Message};
use std::time::Duration;

/// How patient and how careful the connection is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpConfig {
    /// For the connection itself.
    pub connect_timeout: Duration,
    /// From sending until the first byte of the reply's body; slow local models read long prompts slowly.
    pub first_byte_timeout: Duration,
    /// Between two pieces of a reply.
    pub idle_timeout: Duration,
    /// A longer reply is not read to its end.
    pub max_reply_bytes: usize,
    /// PEM certificates to trust beside the system's.
    pub extra_certificates: Option<Vec<u8>>,
    /// The proxy for every address but loopback; without one the environment decides.
    pub proxy: Option<String>,
}

impl Default for HttpConfig {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(15),
            first_byte_timeout: Duration::from_mins(5),
            idle_timeout: Duration::from_mins(2),
            max_reply_bytes: 16 * 1024 * 1024,
            extra_certificates: None,
            proxy: None,
        }
    }
}

/// Why a connection could not even be prepared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetupError {
    /// The certificates cannot be read, or the system has none.
    Client {
        /// What the client says.
        detail: String,
    },
    /// The proxy is no address.
    Proxy {
        /// What was set, without a name and password.
        proxy: String,
        /// What is wrong with it.
        detail: String,
    },
    /// The base URL is no URL.
    Url {
        /// The service it was for.
        service: String,
        /// What is wrong with it.
        detail: String,
    },
    /// A header's name or value cannot be sent; the value is not shown, it may be a key.
    Header {
        /// The service it was for.
        service: String,
        /// The header.
        name: String,
    },
}

impl Explain for SetupError {
    fn message(&self) -> Message {
        match self {
            Self::Client { detail } => Message::new("connection_not_prepared").with("detail", detail),
            Self::Proxy { proxy, detail } => {
                Message::new("wrong_proxy").with("proxy", proxy).with("detail", detail)
            }
            Self::Url { service, detail } => {
                Message::new("wrong_base_url").with("service", service).with("detail", detail)
            }
            Self::Header { service, name } => {
                Message::new("wrong_header").with("service", service).with("name", name)
            }
        }
    }
}

messages::shown_as_message!(SetupError);
