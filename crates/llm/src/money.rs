//! Money in whole units small enough that no token is free by rounding.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

use serde::{Deserialize, Serialize};

use crate::Usage;

const PER_DOLLAR: u64 = 1_000_000_000_000;

/// US dollars in millionths of a millionth.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Money(u64);

impl Money {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// An amount a person wrote; negative and absurd ones are refused.
    pub fn from_dollars(dollars: f64) -> Option<Self> {
        let cents_of_cents = dollars * 1_000_000.0;
        if !(0.0..=1.0e12).contains(&cents_of_cents) {
            return None;
        }
        // Six digits after the point are kept, by way of text, since there is no checked conversion.
        let micro: u64 = format!("{cents_of_cents:.0}").parse().ok()?;
        micro.checked_mul(PER_DOLLAR / 1_000_000).map(Self)
    }

    /// Dollars, for showing and for machines that want a number.
    pub fn dollars(self) -> f64 {
        let whole = u32::try_from(self.0 / PER_DOLLAR).unwrap_or(u32::MAX);
        let rest = u32::try_from(self.0 % PER_DOLLAR / 1_000_000).unwrap_or(0);
        f64::from(whole) + f64::from(rest) / 1_000_000.0
    }

    /// The amount in millionths of a dollar, rounded down: what a ledger of whole numbers keeps.
    pub const fn micro_dollars(self) -> u64 {
        self.0 / (PER_DOLLAR / 1_000_000)
    }

    /// The same with what was left of earlier amounts, whose new rest it leaves behind: what is kept in whole numbers adds up
    /// to the sum of the amounts.
    pub fn micro_dollars_with(self, rest: &mut Self) -> u64 {
        let all = self + *rest;
        let micros = all.micro_dollars();
        *rest = all - Self::from_micro_dollars(micros);
        micros
    }

    /// The amount of so many millionths of a dollar.
    pub const fn from_micro_dollars(micro: u64) -> Self {
        Self(micro.saturating_mul(PER_DOLLAR / 1_000_000))
    }

    /// So many times the amount.
    #[must_use]
    pub const fn times(self, count: u64) -> Self {
        Self(self.0.saturating_mul(count))
    }
}

impl fmt::Display for Money {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "${:.4}", self.dollars())
    }
}

impl Add for Money {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Money {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

/// What a million tokens cost, in the vendor's currency.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Input tokens.
    pub input: f64,
    /// Input tokens read from a cache; the input price where the vendor names none.
    #[serde(default)]
    pub cached_input: Option<f64>,
    /// Input tokens written to a cache; the input price where the vendor names none.
    #[serde(default)]
    pub cache_write: Option<f64>,
    /// Output tokens.
    pub output: f64,
    /// Output tokens that were reasoning; the output price where the vendor names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<f64>,
    /// The share of the price that is paid in a batch, as 0.5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<f64>,
    /// The currency the vendor bills in; dollars if not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// How many units of that currency a dollar was worth on the day of the price.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per_dollar: Option<f64>,
}

/// A currency a vendor bills in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Currency {
    /// US dollars.
    Usd,
    /// Euros.
    Eur,
    /// Renminbi.
    Cny,
    /// Yen.
    Jpy,
}

impl Price {
    /// The price of the same tokens in a batch: every service with batches takes half, where nothing else is known.
    #[must_use]
    pub fn in_batch(self) -> Self {
        let share = self.batch.unwrap_or(0.5);
        Self {
            input: self.input * share,
            cached_input: self.cached_input.map(|price| price * share),
            cache_write: self.cache_write.map(|price| price * share),
            output: self.output * share,
            reasoning: self.reasoning.map(|price| price * share),
            ..self
        }
    }

    /// The same price in dollars, by the rate that was true on its day.
    #[must_use]
    pub fn in_dollars(self) -> Self {
        let rate = self.per_dollar.filter(|rate| *rate > 0.0).unwrap_or(1.0);
        Self {
            input: self.input / rate,
            cached_input: self.cached_input.map(|price| price / rate),
            cache_write: self.cache_write.map(|price| price / rate),
            output: self.output / rate,
            reasoning: self.reasoning.map(|price| price / rate),
            currency: None,
            per_dollar: None,
            ..self
        }
    }

    /// What this usage costs at most: input may be written to a cache, output may be thought.
    pub fn most_for(&self, usage: &Usage) -> Money {
        let is_written = self.cache_write.is_some_and(|price| price > self.input);
        let is_thought = self.reasoning.is_some_and(|price| price > self.output);
        let (input, cache_write) = if is_written { (0, usage.input) } else { (usage.input, 0) };
        let reasoning = if is_thought { usage.output } else { 0 };
        self.cost_of(&Usage { input, cache_write, reasoning, ..*usage })
    }

    /// What this usage costs, in dollars.
    pub fn cost_of(&self, usage: &Usage) -> Money {
        let per_dollar = self.per_dollar.filter(|rate| *rate > 0.0).unwrap_or(1.0);
        let cost = |dollars_per_million: f64, count: u64| {
            // A dollar per million tokens is a millionth of a dollar per token.
            let per_million = Money::from_dollars(dollars_per_million / per_dollar).unwrap_or_default();
            Money(per_million.0 / 1_000_000).times(count)
        };
        let parts = [
            cost(self.input, usage.input),
            cost(self.cached_input.unwrap_or(self.input), usage.cached_input),
            cost(self.cache_write.unwrap_or(self.input), usage.cache_write),
            cost(self.output, usage.output.saturating_sub(usage.reasoning)),
            cost(self.reasoning.unwrap_or(self.output), usage.reasoning.min(usage.output)),
        ];
        parts.into_iter().sum()
    }
}
