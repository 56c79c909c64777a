//! Mail to members of a team: how it is handed to a mail server, and what the mails say.

pub(crate) mod confirmation;
pub(crate) mod digests;
pub(crate) mod link_page;

mod html;
mod text;

use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message as Mail, Tokio1Executor};
use llm::{Gate, is_on_this_machine};
use messages::{Explain, Language, Message};
use secrecy::{ExposeSecret, SecretString};
use std::time::Duration;

/// Where the links in mails lead.
pub(crate) const LINKS: &str = "/api/v1/mail/";
/// So long a mail may take in all.
const PATIENCE: Duration = Duration::from_secs(30);
/// The longest address that mail servers take.
const LONGEST_ADDRESS: usize = 254;

/// How the way to the mail server is kept from being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailTls {
    /// The connection begins in the clear and is encrypted before anything is said.
    Starttls,
    /// The connection is encrypted from its first byte.
    Implicit,
    /// Not at all; only to this machine.
    None,
}

impl MailTls {
    const fn usual_port(self) -> u16 {
        match self {
            Self::Starttls => 587,
            Self::Implicit => 465,
            Self::None => 25,
        }
    }
}

/// A mail server, and in whose name mail is handed to it.
#[derive(Debug, Clone)]
pub struct MailConfig {
    pub host: String,
    /// Left out, the usual one of `tls`.
    pub port: Option<u16>,
    pub tls: MailTls,
    /// Whom the mail server knows us as.
    pub user: Option<String>,
    pub password: Option<SecretString>,
    /// The sender, as in `Tsumugi <books@example.org>`.
    pub from: String,
}

/// Hands mail to a mail server.
#[derive(Clone)]
pub struct Mailer {
    gate: Gate,
    host: String,
    port: u16,
    tls: Tls,
    credentials: Option<Credentials>,
    from: Mailbox,
    /// The mail server, for the log.
    server: String,
}

/// Why a mail was not taken.
#[derive(Debug)]
pub enum MailError {
    /// There is no such address.
    Address,
    /// It took too long.
    Slow { server: String },
    /// The mail server or the way to it. The detail may name the address the mail was for.
    Refused { server: String, why: &'static str, code: Option<u16>, detail: String },
}

impl Explain for MailError {
    fn message(&self) -> Message {
        match self {
            Self::Address => Message::new("not_a_mail_address"),
            Self::Slow { server } => {
                Message::new("mail_not_taken").with("server", server).with("detail", self.for_log())
            }
            Self::Refused { server, detail, .. } => {
                Message::new("mail_not_taken").with("server", server).with("detail", detail)
            }
        }
    }
}

messages::shown_as_message!(MailError);

impl MailError {
    /// What goes to the log: mail servers repeat addresses in what they say, so their own words are left out.
    pub(crate) fn for_log(&self) -> String {
        match self {
            Self::Address => "no mail address".to_owned(),
            Self::Slow { .. } => format!("no answer within {} s", PATIENCE.as_secs()),
            Self::Refused { why, code: Some(code), .. } => format!("{why} ({code})"),
            Self::Refused { why, code: None, .. } => (*why).to_owned(),
        }
    }
}

/// What one mail says, in both forms.
struct Letter {
    subject: String,
    plain: String,
    html: String,
}

impl Mailer {
    /// Looks at the settings; opens no connection. Those it opens later pass the gate.
    pub fn new(gate: Gate, config: &MailConfig) -> Result<Self, Message> {
        let host = config.host.trim();
        if host.is_empty() || host.contains(|c: char| c.is_whitespace() || c == '/') {
            return Err(Message::new("not_a_mail_host").with("host", host));
        }
        if config.tls == MailTls::None && !is_this_machine(host) {
            return Err(Message::new("mail_in_the_clear").with("host", host));
        }
        let from: Mailbox =
            config.from.parse().map_err(|_| Message::new("not_a_mail_sender").with("text", &config.from))?;
        let parameters = || {
            TlsParameters::new(host.to_owned())
                .map_err(|_| Message::new("not_a_mail_host").with("host", host))
        };
        let tls = match config.tls {
            MailTls::Starttls => Tls::Required(parameters()?),
            MailTls::Implicit => Tls::Wrapper(parameters()?),
            MailTls::None => Tls::None,
        };
        let port = config.port.unwrap_or(config.tls.usual_port());
        let credentials = match (&config.user, &config.password) {
            (Some(user), Some(password)) => {
                Some(Credentials::new(user.clone(), password.expose_secret().to_owned()))
            }
            (Some(user), None) => {
                let variable = "TSUMUGI_SMTP_PASSWORD";
                return Err(Message::new("no_mail_password").with("user", user).with("variable", variable));
            }
            (None, _) => None,
        };
        let server = format!("{host}:{port}");
        Ok(Self { gate, host: host.to_owned(), port, tls, credentials, from, server })
    }

    /// Hands a mail to the first address of the mail server that can be reached. The certificate is still asked for the host.
    async fn hand_over(&self, mail: Mail) -> Result<(), MailError> {
        let unreachable = |error: &std::io::Error| MailError::Refused {
            server: self.server.clone(),
            why: "the mail server cannot be reached",
            code: None,
            detail: error.to_string(),
        };
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        let addresses = self.gate.resolve(host, self.port).await.map_err(|error| unreachable(&error))?;
        let mut failed = unreachable(&std::io::ErrorKind::AddrNotAvailable.into());
        for address in addresses {
            let builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(address.ip().to_string())
                .port(self.port)
                .tls(self.tls.clone())
                .timeout(Some(PATIENCE))
                .hello_name(ClientId::Domain(self.from.email.domain().to_owned()));
            let builder = match &self.credentials {
                Some(credentials) => builder.credentials(credentials.clone()),
                None => builder,
            };
            match builder.build().send(mail.clone()).await {
                Ok(_) => return Ok(()),
                Err(error) if is_connection(&error) => failed = self.refused(&error),
                Err(error) => return Err(self.refused(&error)),
            }
        }
        Err(failed)
    }

    /// Sends a mail that says only that mail works, and waits until the mail server has taken it.
    pub async fn send_test(&self, address: &str, language: Language) -> Result<(), MailError> {
        let to = Mailbox::new(None, mail_address(address).ok_or(MailError::Address)?);
        let words = |code| messages::render(&Message::new(code), language).text;
        let text = words("mail_test_text");
        let letter = Letter {
            subject: words("mail_test_subject"),
            html: format!("<p>{}</p>", html::escaped(&text)),
            plain: text,
        };
        self.send(to, None, letter, None).await
    }

    /// Sends a mail. The same id says that it is the same mail again; `unsubscribe` is the address that ends such mails.
    async fn send(
        &self,
        to: Mailbox,
        message_id: Option<String>,
        letter: Letter,
        unsubscribe: Option<&str>,
    ) -> Result<(), MailError> {
        let mut builder = Mail::builder()
            .from(self.from.clone())
            .to(to)
            .message_id(message_id)
            .subject(letter.subject)
            // Answering machines are not to answer.
            .raw_header(header("Auto-Submitted", "auto-generated".to_owned()));
        if let Some(unsubscribe) = unsubscribe {
            builder = builder.raw_header(header("List-Unsubscribe", format!("<{unsubscribe}>")));
            // RFC 8058: programs that show mail may offer to end such mails with one click, where the way there is encrypted.
            if unsubscribe.starts_with("https://") {
                let one_click = "List-Unsubscribe=One-Click".to_owned();
                builder = builder.raw_header(header("List-Unsubscribe-Post", one_click));
            }
        }
        let mail = builder
            .multipart(MultiPart::alternative_plain_html(letter.plain, letter.html))
            .map_err(|_| MailError::Address)?;
        let slow = || MailError::Slow { server: self.server.clone() };
        tokio::time::timeout(PATIENCE, self.hand_over(mail)).await.unwrap_or_else(|_| Err(slow()))
    }

    fn refused(&self, error: &lettre::transport::smtp::Error) -> MailError {
        let why = if error.is_permanent() {
            "the mail server refused it"
        } else if error.is_transient() {
            "the mail server refused it for now"
        } else if error.is_timeout() {
            "the mail server does not answer"
        } else if error.is_tls() {
            "no encrypted connection to the mail server"
        } else if error.is_client() || error.is_response() {
            "the mail server does not understand us, or we it"
        } else {
            "the mail server cannot be reached"
        };
        let mut detail = error.to_string();
        let mut source = std::error::Error::source(error);
        while let Some(cause) = source {
            // Some errors repeat what caused them.
            if !detail.contains(&cause.to_string()) {
                detail = format!("{detail}: {cause}");
            }
            source = cause.source();
        }
        let code = error.status().map(u16::from);
        MailError::Refused { server: self.server.clone(), why, code, detail }
    }
}

fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

/// The address in a text, if it is one that mail servers take.
pub fn mail_address(text: &str) -> Option<Address> {
    let text = text.trim();
    if text.len() > LONGEST_ADDRESS {
        return None;
    }
    text.parse().ok()
}

fn is_this_machine(host: &str) -> bool {
    let in_brackets = host.contains(':') && !host.starts_with('[');
    is_on_this_machine(&if in_brackets { format!("http://[{host}]") } else { format!("http://{host}") })
}

/// Whether nothing was said to the mail server yet, so that another of its addresses may be tried.
fn is_connection(error: &lettre::transport::smtp::Error) -> bool {
    !(error.is_permanent()
        || error.is_transient()
        || error.is_response()
        || error.is_client()
        || error.is_tls())
}
