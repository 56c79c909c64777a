//! One model at one service, with everything known about it put together.

use std::collections::BTreeMap;
use std::sync::Arc;

use secrecy::SecretString;
use serde_json::Map;

use super::{ModelSettings, Vendor, VendorModelFacts, families};
use crate::{
    Dialect, KeyHeader, LocalProgram, MissingKey, ModelEndpoint, Quirks, Target, ToolProtocol, split_keys,
};

/// One model at one service, ready to be reached once there is a key.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolvedModel {
    /// The service's id.
    pub vendor_id: String,
    /// The service.
    pub vendor: Vendor,
    /// The model's name at the service.
    pub model: String,
    /// What is known about it.
    pub facts: VendorModelFacts,
}

impl ResolvedModel {
    /// A model at an address nobody configured.
    pub fn anywhere(base_url: &str, dialect: Dialect, model: &str) -> Self {
        let vendor = Vendor {
            name: String::from("custom"),
            base_url: base_url.to_owned(),
            origins: Vec::new(),
            dialect,
            key: None,
            key_page: None,
            key_header: KeyHeader::Usual,
            headers: BTreeMap::new(),
            quirks: Quirks::default(),
            tools: ToolProtocol::Detect,
            streaming: true,
            thinking_style: None,
            settings: ModelSettings::default(),
            extra_body: Map::new(),
            tells_prices: false,
            probe: None,
            start: None,
            models: BTreeMap::new(),
            families: families::shared().unwrap_or_default(),
        };
        Self::new("custom", &vendor, model)
    }

    /// The keys for it. `look_up` is given the name of the variable; several keys may be in one value.
    pub fn keys(
        &self,
        look_up: impl FnOnce(&str) -> Option<SecretString>,
    ) -> Result<Vec<SecretString>, MissingKey> {
        let Some(variable) = &self.vendor.key else { return Ok(Vec::new()) };
        let keys = look_up(variable).map(|value| split_keys(&value)).unwrap_or_default();
        if keys.is_empty() {
            return Err(MissingKey { vendor: self.vendor_id.clone(), variable: variable.clone() });
        }
        Ok(keys)
    }

    /// How its tool calls travel.
    pub fn tool_protocol(&self) -> ToolProtocol {
        self.facts.tools.unwrap_or(self.vendor.tools)
    }

    /// What a person set for it; its own settings go before its service's.
    pub fn settings(&self) -> ModelSettings {
        self.facts.settings.clone().or(&self.vendor.settings)
    }

    /// Where to send requests with this key.
    pub fn endpoint(&self, key: Option<SecretString>) -> ModelEndpoint {
        let (vendor, facts, settings) = (&self.vendor, &self.facts, self.settings());
        let mut extra_body = vendor.extra_body.clone();
        extra_body.extend(facts.extra_body.clone());
        let mut headers = vendor.headers.clone();
        headers.extend(facts.headers.clone());
        let dialect = facts.dialect.unwrap_or(vendor.dialect);
        let is_makers_own = matches!(dialect, Dialect::Anthropic | Dialect::Gemini);
        let family_style = facts.family_style.filter(|_| is_makers_own);
        let vendor_quirks = || {
            let mut quirks = vendor.quirks.clone();
            quirks.0.extend(&facts.family_quirks.0);
            quirks
        };
        ModelEndpoint {
            service: self.vendor_id.clone(),
            base_url: vendor.base_url.clone(),
            local: vendor.start.clone().map(|start| LocalProgram { name: vendor.name.clone(), start }),
            dialect,
            target: Target {
                model: self.model.clone(),
                streaming: vendor.streaming,
                quirks: facts.quirks.clone().unwrap_or_else(vendor_quirks),
                extra_body,
                thinking: settings.thinking,
                thinking_style: facts.thinking_style.or(vendor.thinking_style).or(family_style),
                least_thinking: None,
                temperature: settings.temperature,
                window: facts.window,
                max_output: facts.max_output,
                min_context: 0,
            },
            key,
            key_header: vendor.key_header.clone(),
            headers: headers.iter().map(|(name, value)| (name.clone(), value.reveal())).collect(),
            learner: Arc::default(),
        }
    }

    pub(super) fn new(id: &str, vendor: &Vendor, model: &str) -> Self {
        let mut facts = vendor.models.get(model).cloned().unwrap_or_default();
        for family in families::facts_of_model(&vendor.families, model) {
            facts.or_family(family);
        }
        Self { vendor_id: id.to_owned(), vendor: vendor.clone(), model: model.to_owned(), facts }
    }
}
