//! The settings file: the default model, when to ask before spending, dictionaries, the house style, and services of the
//! person's own.

use crate::dictionaries::NamedDictionaries;
use crate::error::{SettingsError, garbled, unreadable};
use crate::login_service::LoginService;
use crate::mail_server::MailServer;
use crate::private_file;
use crate::style::Styles;
use ipnet::IpNet;
use llm::{Gate, ServiceUrl};
use serde::{Deserialize, Deserializer, de};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::{Path, PathBuf};
use toml_edit::{DocumentMut, Item, Table, value};

/// What the settings file says.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// The model used when none is named.
    pub default_model: Option<String>,
    /// Ask before a run that may cost more than this many US dollars.
    pub ask_above: f64,
    /// Refuse every model that is not on this machine.
    pub local_only: bool,
    /// Addresses of models that members of a team may name, as `https://models.example.org`.
    pub allowed_endpoints: Vec<String>,
    /// Networks that such an address may lead to although they are not everybody's, as `10.1.0.0/16`.
    #[serde(deserialize_with = "networks")]
    pub allowed_networks: Vec<IpNet>,
    /// The address that a team's server sends `TSUMUGI_API_KEY` to.
    pub api_key_for: Option<String>,
    /// Keep keys in the system's keyring where there is one, instead of in a file.
    pub keyring: bool,
    /// How long a program that translates (`command:`) may take for one request.
    pub command_timeout: Option<llm::TimeSpan>,
    /// Proxies in front of the server that are believed about the client: addresses or networks.
    pub trusted_proxies: Vec<String>,
    /// The address the page is known under outside.
    pub public_url: Option<String>,
    /// The service through which members of a team log in.
    pub oidc: Option<LoginService>,
    /// The server that notices of a team are mailed through.
    pub mail: Option<MailServer>,
    /// Where a library in a database keeps original files: `file:///folder` or `s3://bucket/prefix`; without it, inside.
    pub originals: Option<String>,
    /// How many days the transcripts of finished tasks are kept; without it, as long as the book.
    pub keep_transcripts_days: Option<u32>,
    /// The language of messages: `en` or `zh-Hans`; without it, that of the system.
    pub language: Option<String>,
    /// Bilingual dictionaries by source and target language.
    pub dictionaries: NamedDictionaries,
    /// How translations are wanted, by target language.
    pub style: Styles,
    /// Services added or overridden, in the shape of the built-in list.
    pub vendors: toml::Table,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            default_model: None,
            ask_above: 1.0,
            local_only: false,
            allowed_endpoints: Vec::new(),
            allowed_networks: Vec::new(),
            api_key_for: None,
            keyring: true,
            command_timeout: None,
            trusted_proxies: Vec::new(),
            public_url: None,
            oidc: None,
            mail: None,
            originals: None,
            keep_transcripts_days: None,
            language: None,
            dictionaries: NamedDictionaries::new(),
            style: Styles::new(),
            vendors: toml::Table::new(),
        }
    }
}

impl Settings {
    /// Whether members of a team may name this address.
    pub(crate) fn lists(&self, base_url: &str) -> bool {
        let Ok(url) = ServiceUrl::parse(base_url) else { return false };
        self.allowed_urls().any(|allowed| allowed.origin() == url.origin())
    }

    /// The networks that an address named by a member may lead to, beside those that everybody can reach: those that are listed,
    /// and the addresses that are listed as numbers or as `localhost`.
    pub(crate) fn networks_of_members(&self) -> Vec<IpNet> {
        let mut networks = self.allowed_networks.clone();
        for url in self.allowed_urls() {
            networks.extend(url.ip().map(|ip| IpNet::from(ip.to_canonical())));
            if url.ip().is_none() && url.is_on_this_machine() {
                networks.extend(
                    [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()]
                        .map(|ip: IpAddr| IpNet::from(ip)),
                );
            }
        }
        networks
    }

    fn allowed_urls(&self) -> impl Iterator<Item = ServiceUrl> {
        self.allowed_endpoints.iter().filter_map(|text| ServiceUrl::parse(text).ok())
    }
}

fn networks<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<IpNet>, D::Error> {
    let read = |text: String| {
        let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        network
            .map_err(|_| de::Error::custom(format!("`{text}` is no network; one looks like `10.1.0.0/16`")))
    };
    Vec::<String>::deserialize(from)?.into_iter().map(read).collect()
}

/// What connections that are not to a model pass: the mail server, the login service, the collector of traces.
pub fn gate() -> Gate {
    let settings = crate::environment::settings_folder().and_then(|folder| read(&folder));
    let is_local = crate::environment::is_local_only() || settings.is_ok_and(|settings| settings.local_only);
    if is_local { Gate::this_machine() } else { Gate::anywhere() }
}

/// Reads the settings; without a file, the usual ones.
pub fn read(folder: &Path) -> Result<Settings, SettingsError> {
    let path = path(folder);
    private_file::close_to_others(&path);
    match std::fs::read_to_string(&path) {
        Ok(text) => toml::from_str(&text).map_err(|error: toml::de::Error| garbled(&path, error)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Settings::default()),
        Err(error) => Err(unreadable(&path)(error)),
    }
}

/// The settings file as it is written, comments included; an empty one if there is none.
pub fn document(folder: &Path) -> Result<DocumentMut, SettingsError> {
    let path = path(folder);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    text.parse().map_err(|error: toml_edit::TomlError| garbled(&path, error))
}

/// The table of a service or of one of its models in the settings, made where it is not there.
pub fn vendor_table<'a>(
    document: &'a mut DocumentMut,
    service: &str,
    model: Option<&str>,
) -> Option<&'a mut Table> {
    let mut table = document.as_table_mut();
    for name in ["vendors", service].into_iter().chain(model.map(|_| "models")).chain(model) {
        let entry = table.entry(name).or_insert_with(|| {
            let mut made = Table::new();
            made.set_implicit(true);
            Item::Table(made)
        });
        table = entry.as_table_mut()?;
    }
    Some(table)
}

/// Changes the settings file, keeping what else is in it, comments included.
pub fn change(folder: &Path, edit: impl FnOnce(&mut DocumentMut)) -> Result<PathBuf, SettingsError> {
    let path = path(folder);
    let mut document = document(folder)?;
    edit(&mut document);
    // A link stays a link: what it points to is replaced.
    let target = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
    private_file::write(&target, &document.to_string())?;
    Ok(path)
}

/// Puts a service of the person's own into the settings.
pub fn add_vendor(document: &mut DocumentMut, id: &str, base_url: &str, dialect: &str, model: &str) {
    let mut vendor = Table::new();
    vendor.insert("name", value(id));
    vendor.insert("base_url", value(base_url));
    vendor.insert("dialect", value(dialect));
    vendor.insert("key", value(crate::keys::variable_for(id)));
    let mut models = Table::new();
    models.insert(model, Item::Table(Table::new()));
    vendor.insert("models", Item::Table(models));
    let vendors = document.entry("vendors").or_insert(Item::Table(Table::new()));
    if let Some(vendors) = vendors.as_table_mut() {
        vendors.set_implicit(true);
        vendors.insert(id, Item::Table(vendor));
    }
}

pub(crate) fn path(folder: &Path) -> PathBuf {
    folder.join("config.toml")
}
