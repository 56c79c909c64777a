//! What is set for a model, as it travels. Secrets go in and never come out.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// What a value of a body may be.
type BodyFields = Map<String, Value>;

/// A form in which a model hands over its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DeliveryWord {
    /// By calling tools.
    Tools,
    /// As one JSON object.
    Structured,
    /// As numbered lines of text.
    Lines,
}

impl From<llm::Delivery> for DeliveryWord {
    fn from(delivery: llm::Delivery) -> Self {
        match delivery {
            llm::Delivery::Tools => Self::Tools,
            llm::Delivery::Structured => Self::Structured,
            llm::Delivery::Lines => Self::Lines,
        }
    }
}

/// A form of delivery to choose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DeliveryChoiceWord {
    /// As it was learnt, else by tools until they do not work.
    #[default]
    Auto,
    /// By calling tools.
    Tools,
    /// As one JSON object.
    Structured,
    /// As numbered lines of text.
    Lines,
}

impl From<DeliveryChoiceWord> for llm::DeliveryChoice {
    fn from(word: DeliveryChoiceWord) -> Self {
        match word {
            DeliveryChoiceWord::Auto => Self::Auto,
            DeliveryChoiceWord::Tools => Self::Tools,
            DeliveryChoiceWord::Structured => Self::Structured,
            DeliveryChoiceWord::Lines => Self::Lines,
        }
    }
}

/// How much a model thinks.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ThinkingWord {
    /// Not at all, as far as it can leave it.
    Off,
    /// A little.
    Low,
    /// As much as most tasks need.
    Medium,
    /// As much as it can.
    High,
}

/// Whose settings.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SettingsOf {
    /// A service, as `deepseek`, or one of its models, as `deepseek/deepseek-flash`.
    pub(crate) name: String,
}

/// Whose models.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OfferedBy {
    /// The service.
    pub(crate) service: String,
}

/// A model as its service describes it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OfferedModel {
    /// The name to use it by, with the service in front.
    pub(crate) name: String,
    /// Tokens it can read and write together, where the service tells.
    pub(crate) window: Option<u64>,
    /// Tokens it can write in one reply.
    pub(crate) max_output: Option<u32>,
    /// Dollars for a million tokens sent.
    pub(crate) usd_per_million_input: Option<f64>,
    /// Dollars for a million tokens received.
    pub(crate) usd_per_million_output: Option<f64>,
    /// What it can do, in the service's words.
    pub(crate) capabilities: Vec<String>,
}

/// What is set for a service or a model.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ModelSettingsPage {
    /// The service, or `service/model`.
    pub(crate) name: String,
    /// What the person set at exactly this name.
    #[schema(value_type = SettingValues)]
    pub(crate) set: Map<String, Value>,
    /// What holds: the model's own, else its service's, else what comes with the program.
    #[schema(value_type = SettingValues)]
    pub(crate) effective: Map<String, Value>,
    /// What is set and never shown, as `headers.Authorization`: headers and fields that look like secrets, and a proxy
    /// with a password. It stays when it is not named in a change.
    pub(crate) hidden: Vec<String>,
}

macro_rules! settings {
    ($($(#[$doc:meta])* $name:ident: $type:ty as $schema:ty),* $(,)?) => {
        /// Settings with their values; what is not set is left out.
        #[derive(Debug, Serialize, ToSchema)]
        pub(crate) struct SettingValues {
            /// A file of PEM certificates on the server's machine to trust beside the system's. Only the settings file names it.
            pub(crate) ca: Option<String>,
            /// Whether the proxy may read the key where nothing is encrypted. Only the settings file says so.
            pub(crate) key_through_proxy: Option<bool>,
            $($(#[$doc])* #[schema(value_type = Option<$schema>)] pub(crate) $name: Option<$type>,)*
        }

        /// What is to change: `null` removes a setting, what is left out stays. Fields of `extra_body` and `headers` are
        /// changed one by one in the same way.
        #[derive(Debug, Serialize, Deserialize, ToSchema)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct ModelSettingsPatch {
            $($(#[$doc])*
            #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "named")]
            #[schema(value_type = Option<$schema>)]
            pub(crate) $name: Option<Option<$type>>,)*
        }
    };
}

settings! {
    /// The longest wait between two pieces of a reply, as `90s`, `10m` or `1h30m`.
    timeout: String as String,
    /// The longest wait for the first piece.
    first_token_timeout: String as String,
    /// Requests per minute and key.
    requests_per_minute: u32 as u32,
    /// Tokens per minute and key, in and out.
    tokens_per_minute: u64 as u64,
    /// Requests at once.
    concurrency: u32 as u32,
    /// The form in which the model hands over its work.
    delivery: DeliveryChoiceWord as DeliveryChoiceWord,
    /// How much the model thinks.
    thinking: ThinkingWord as ThinkingWord,
    /// How often a batch is asked after.
    batch_poll: String as String,
    /// The temperature of every request.
    temperature: f64 as f64,
    /// The proxy for this service.
    proxy: String as String,
    /// Put into the body of every request.
    extra_body: BodyFields as Object,
    /// Further headers by name.
    headers: BTreeMap<String, Option<String>> as BTreeMap<String, Option<String>>,
    /// Where it differs from its dialect.
    quirks: Vec<String> as Vec<String>,
    /// Whether replies are asked for piece by piece.
    streaming: bool as bool,
    /// How tool calls travel: `detect`, `native` or `text`.
    tools: String as String,
    /// How it is told how much to think.
    thinking_style: String as String,
    /// Tokens it can read and write together.
    window: u64 as u64,
    /// Tokens it can write in one reply.
    max_output: u32 as u32,
}

/// Tells `null` from a field that is not there.
#[expect(clippy::option_option, reason = "not named, named to be removed, or with a value")]
fn named<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(from).map(Some)
}
