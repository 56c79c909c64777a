//! Services as data: what ships with the program, with a person's own configuration put over it.

mod families;
mod prices;
mod resolved;
mod settings;

use messages::{Explain, Message};
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Dialect, HiddenValue, KeyHeader, Price, Quirks, ServiceUrl, ThinkingStyle, ToolProtocol};

pub use prices::{DatedPrice, DatedRate, PriceList, PriceListError};
pub use resolved::ResolvedModel;
pub use settings::{ModelSettings, TimeSpan};

const BUILT_IN: &str = include_str!("vendors.toml");

/// All known services, by id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Vendors(BTreeMap<String, Vendor>);

/// One service.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vendor {
    /// What people call it.
    pub name: String,
    /// Where it is, version part included.
    pub base_url: String,
    /// Further origins that are the same service, as `https://*.example.com`.
    #[serde(default)]
    pub origins: Vec<String>,
    /// What it speaks.
    pub dialect: Dialect,
    /// The environment variable its key usually lives in; none for local servers.
    #[serde(default)]
    pub key: Option<String>,
    /// The page on which a person makes a key.
    #[serde(default)]
    pub key_page: Option<String>,
    /// How the key travels.
    #[serde(default)]
    pub key_header: KeyHeader,
    /// Further headers. Their values may be keys, and are shown to nobody.
    #[serde(default)]
    pub headers: BTreeMap<String, HiddenValue>,
    /// Where it differs from its dialect.
    #[serde(default)]
    pub quirks: Quirks,
    /// How tool calls travel.
    #[serde(default)]
    pub tools: ToolProtocol,
    /// How it wants to be told how much to think; as its dialect's own provider does if not set.
    #[serde(default)]
    pub thinking_style: Option<ThinkingStyle>,
    /// What a person set; the keys stand beside the others.
    #[serde(default)]
    pub settings: ModelSettings,
    /// Whether replies are asked for piece by piece.
    #[serde(default = "yes")]
    pub streaming: bool,
    /// Put into every request's body.
    #[serde(default)]
    pub extra_body: Map<String, Value>,
    /// Whether its list of models has their prices.
    #[serde(default)]
    pub tells_prices: bool,
    /// The path that answers when a local server is running.
    #[serde(default)]
    pub probe: Option<String>,
    /// How a local server is started, in words or as a command between backticks.
    #[serde(default)]
    pub start: Option<String>,
    /// What is known about its models; others work too.
    #[serde(default)]
    pub models: BTreeMap<String, VendorModelFacts>,
    /// What is known about models by the beginning of their names.
    #[serde(default)]
    pub families: BTreeMap<String, VendorModelFacts>,
}

/// What is known about one model; what is set here goes before what its vendor says.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VendorModelFacts {
    /// Tokens it can read and write together.
    pub window: Option<u64>,
    /// Tokens it can write in one reply.
    pub max_output: Option<u32>,
    /// What it costs.
    pub price: Option<Price>,
    /// The day that price was true.
    pub priced_on: Option<String>,
    /// Where it differs, replacing the vendor's list.
    pub quirks: Option<Quirks>,
    /// How its tool calls travel.
    pub tools: Option<ToolProtocol>,
    /// Put into every request's body, over the vendor's.
    pub extra_body: Map<String, Value>,
    /// Further headers, over the vendor's.
    pub headers: BTreeMap<String, HiddenValue>,
    /// What it speaks, where that is not what its vendor's other models do.
    pub dialect: Option<Dialect>,
    /// How it wants to be told how much to think.
    pub thinking_style: Option<ThinkingStyle>,
    /// What a person set; the keys stand beside the others.
    pub settings: ModelSettings,
    /// What its families add to the vendor's quirks.
    #[serde(skip)]
    family_quirks: Quirks,
    /// How its maker wants to be told how much to think.
    #[serde(skip)]
    family_style: Option<ThinkingStyle>,
}

/// Why a service or a model is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VendorError {
    /// The tables cannot be understood.
    Data {
        /// Where and how.
        detail: String,
    },
    /// No such service or model.
    Unknown {
        /// What was asked for.
        name: String,
        /// The services there are.
        known: String,
    },
    /// Several services have it.
    Ambiguous {
        /// What was asked for.
        name: String,
        /// Who has it.
        services: String,
    },
}

impl Explain for VendorError {
    fn message(&self) -> Message {
        match self {
            Self::Data { detail } => Message::new("services_garbled").with("detail", detail),
            Self::Unknown { name, known } => {
                Message::new("no_such_model").with("name", name).with("known", known)
            }
            Self::Ambiguous { name, services } => {
                Message::new("ambiguous_model").with("name", name).with("services", services)
            }
        }
    }
}

messages::shown_as_message!(VendorError);

impl Vendors {
    /// What ships with the program.
    pub fn built_in() -> Result<Self, VendorError> {
        Self::with_overrides(&toml::Table::new(), None)
    }

    /// What ships with the program, with newer prices and a person's `[vendors]` table put over it, key by key.
    pub fn with_overrides(overrides: &toml::Table, prices: Option<&PriceList>) -> Result<Self, VendorError> {
        let wrong = |error: toml::de::Error| VendorError::Data { detail: error.message().to_owned() };
        let mut table: toml::Table = toml::from_str(BUILT_IN).map_err(wrong)?;
        let shipped =
            PriceList::built_in().map_err(|error| VendorError::Data { detail: error.to_string() })?;
        shipped.put_into(&mut table);
        if let Some(newer) = prices {
            newer.put_into(&mut table);
        }
        merge(&mut table, overrides);
        table.iter_mut().filter_map(|(_, vendor)| vendor.as_table_mut()).for_each(settings::gather);
        let read = |(id, value): (String, toml::Value)| match value.try_into::<Vendor>() {
            Ok(vendor) => Ok((id, vendor)),
            Err(error) => Err(VendorError::Data { detail: format!("in `{id}`: {}", error.message()) }),
        };
        let mut vendors: BTreeMap<String, Vendor> = table.into_iter().map(read).collect::<Result<_, _>>()?;
        let shared = families::shared()?;
        for vendor in vendors.values_mut() {
            for (prefix, facts) in &shared {
                vendor.families.entry(prefix.clone()).or_default().or_family(facts);
            }
            for (name, facts) in &mut vendor.models {
                for family in families::facts_of_model(&vendor.families, name) {
                    facts.or_family(family);
                }
            }
        }
        Ok(Self(vendors))
    }

    /// Every service with its id, in the order of the ids.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Vendor)> {
        self.0.iter().map(|(id, vendor)| (id.as_str(), vendor))
    }

    /// Finds a model by `service/model`, or by its bare name if exactly one service lists it.
    pub fn resolve(&self, name: &str) -> Result<ResolvedModel, VendorError> {
        if let Some((id, model)) = name.split_once('/')
            && let Some(vendor) = self.0.get(id).filter(|_| !model.is_empty())
        {
            return Ok(ResolvedModel::new(id, vendor, model));
        }
        let owners: Vec<(&str, &Vendor)> =
            self.iter().filter(|(_, vendor)| vendor.models.contains_key(name)).collect();
        match owners.as_slice() {
            [(id, vendor)] => Ok(ResolvedModel::new(id, vendor, name)),
            [] => {
                let known = self.0.keys().cloned().collect::<Vec<_>>().join(", ");
                Err(VendorError::Unknown { name: name.to_owned(), known })
            }
            several => {
                let services = several.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", ");
                Err(VendorError::Ambiguous { name: name.to_owned(), services })
            }
        }
    }
}

impl Vendor {
    /// Whether an origin is this service's.
    pub fn is_at(&self, origin: &str) -> bool {
        let is_one_label = |name: &str| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        ServiceUrl::parse(&self.base_url).is_ok_and(|url| url.origin() == origin)
            || self.origins.iter().any(|pattern| match pattern.split_once('*') {
                Some((before, after)) => {
                    let name = origin.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
                    name.is_some_and(is_one_label)
                }
                None => pattern == origin,
            })
    }
}

fn yes() -> bool {
    true
}

fn merge(into: &mut toml::Table, over: &toml::Table) {
    for (key, value) in over {
        match (into.get_mut(key), value) {
            (Some(toml::Value::Table(inner)), toml::Value::Table(value)) => merge(inner, value),
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}
