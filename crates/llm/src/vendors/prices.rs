//! Prices as data with dates, apart from everything else that is known of a service, because they change most often.

use messages::{Explain, Message};
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Currency, Price};

const BUILT_IN: &str = include_str!("prices.toml");

/// Prices by service and model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PriceList {
    /// The day the list was made, as `2026-11-16`.
    pub updated: String,
    /// Where its prices were seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What a dollar was worth in other currencies, for the prices in them that do not say it themselves.
    #[serde(default)]
    pub rates: BTreeMap<Currency, DatedRate>,
    /// The prices by service id and model name.
    pub prices: BTreeMap<String, BTreeMap<String, DatedPrice>>,
}

/// A price and the day it was true.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatedPrice {
    /// The day it was seen to be true, as `2026-11-16`.
    pub priced_on: String,
    /// What a million tokens cost.
    pub price: Price,
}

/// What a dollar was worth on a day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatedRate {
    /// The day, as `2026-11-16`.
    pub on: String,
    /// Units of the currency for a dollar.
    pub per_dollar: f64,
}

/// Why a list of prices cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PriceListError {
    /// It is not a list of prices.
    Read {
        /// Where and how.
        detail: String,
    },
    /// A day is not written as one.
    Day {
        /// What was written.
        day: String,
    },
}

impl Explain for PriceListError {
    fn message(&self) -> Message {
        match self {
            Self::Read { detail } => Message::new("prices_garbled").with("detail", detail),
            Self::Day { day } => Message::new("not_a_day").with("day", day),
        }
    }
}

messages::shown_as_message!(PriceListError);

impl PriceList {
    /// The prices that ship with the program.
    pub fn built_in() -> Result<Self, PriceListError> {
        Self::parse(BUILT_IN)
    }

    /// Reads a list.
    pub fn parse(text: &str) -> Result<Self, PriceListError> {
        let mut list: Self = toml::from_str(text)
            .map_err(|error| PriceListError::Read { detail: error.message().to_owned() })?;
        list.fill_in_rates()?;
        let days = list.prices.values().flat_map(BTreeMap::values).map(|dated| &dated.priced_on);
        let days = days.chain(list.rates.values().map(|rate| &rate.on));
        match std::iter::once(&list.updated).chain(days).find(|day| !is_day(day)) {
            Some(day) => Err(PriceListError::Day { day: day.clone() }),
            None => Ok(list),
        }
    }

    /// Gives every price in another currency the rate of the list, where it has none of its own.
    fn fill_in_rates(&mut self) -> Result<(), PriceListError> {
        for (model, dated) in self.prices.values_mut().flatten() {
            let price = &mut dated.price;
            let Some(currency) = price.currency.filter(|currency| *currency != Currency::Usd) else {
                continue;
            };
            let rate = price.per_dollar.or_else(|| self.rates.get(&currency).map(|rate| rate.per_dollar));
            price.per_dollar = Some(rate.filter(|rate| *rate > 0.0).ok_or_else(|| PriceListError::Read {
                detail: format!("`{model}` has a price in another currency, and the list has no rate for it"),
            })?);
        }
        Ok(())
    }

    /// How many models have a price in it.
    pub fn n_prices(&self) -> usize {
        self.prices.values().map(BTreeMap::len).sum()
    }

    /// Puts the prices into a table of services, unless a newer one stands there.
    pub(super) fn put_into(&self, vendors: &mut toml::Table) {
        for (id, prices) in &self.prices {
            let Some(vendor) = vendors.get_mut(id).and_then(toml::Value::as_table_mut) else { continue };
            let models = vendor.entry("models").or_insert_with(|| toml::Value::Table(toml::Table::new()));
            let Some(models) = models.as_table_mut() else { continue };
            for (name, dated) in prices {
                let model =
                    models.entry(name.as_str()).or_insert_with(|| toml::Value::Table(toml::Table::new()));
                let Some(model) = model.as_table_mut() else { continue };
                let known_on = model.get("priced_on").and_then(toml::Value::as_str);
                if known_on.is_some_and(|day| day > dated.priced_on.as_str()) {
                    continue;
                }
                if let Ok(price) = toml::Value::try_from(dated.price) {
                    model.insert(String::from("price"), price);
                    model.insert(String::from("priced_on"), toml::Value::from(dated.priced_on.as_str()));
                }
            }
        }
    }
}

/// Whether a text is a day like `2026-11-16`; such days sort as texts.
fn is_day(text: &str) -> bool {
    let is_part =
        |part: &str, length: usize| part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit());
    matches!(text.split('-').collect::<Vec<_>>().as_slice(),
        [year, month, day] if is_part(year, 4) && is_part(month, 2) && is_part(day, 2))
}
