//! What is true of all models whose names begin alike, so that next month's model works without being listed.

use std::collections::BTreeMap;

use super::{VendorError, VendorModelFacts};

const SHARED: &str = include_str!("families.toml");

/// The families of every service.
pub(super) fn shared() -> Result<BTreeMap<String, VendorModelFacts>, VendorError> {
    toml::from_str(SHARED)
        .map_err(|error| VendorError::Data { detail: format!("in the families: {}", error.message()) })
}

/// The facts of all families a model belongs to, those of the longest name first. A family's name is the beginning of
/// the model's, after the owner a service may put before it; points and hyphens are the same.
pub(super) fn facts_of_model<'a>(
    families: &'a BTreeMap<String, VendorModelFacts>,
    model: &str,
) -> Vec<&'a VendorModelFacts> {
    let bare = model.rsplit('/').next().unwrap_or(model).to_lowercase().replace('.', "-");
    let belongs = |(prefix, _): &(&String, &VendorModelFacts)| {
        bare.starts_with(&prefix.to_lowercase().replace('.', "-"))
    };
    let mut found: Vec<(&String, &VendorModelFacts)> = families.iter().filter(belongs).collect();
    found.sort_by_key(|(prefix, _)| std::cmp::Reverse(prefix.len()));
    found.into_iter().map(|(_, facts)| facts).collect()
}

impl VendorModelFacts {
    /// These facts, and a family's where these are silent. Quirks of families add up, and its way to ask for thinking
    /// is kept apart: it holds in the dialect of the model's maker only.
    pub(super) fn or_family(&mut self, family: &Self) {
        self.window = self.window.or(family.window);
        self.max_output = self.max_output.or(family.max_output);
        self.dialect = self.dialect.or(family.dialect);
        self.tools = self.tools.or(family.tools);
        self.settings = std::mem::take(&mut self.settings).or(&family.settings);
        for (key, value) in &family.extra_body {
            self.extra_body.entry(key.clone()).or_insert_with(|| value.clone());
        }
        self.family_style = self.family_style.or(family.thinking_style).or(family.family_style);
        let quirks = family.quirks.iter().chain([&family.family_quirks]);
        self.family_quirks.0.extend(quirks.flat_map(|quirks| quirks.0.iter().copied()));
    }
}
