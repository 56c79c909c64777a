//! What tokens cost.

use llm::{Currency, Money, Price, Usage};

#[test]
fn each_kind_of_token_has_its_own_price() {
    let price = Price {
        input: 3.0,
        cached_input: Some(0.3),
        cache_write: Some(3.75),
        output: 15.0,
        ..Price::default()
    };
    let usage = Usage { input: 1000, cached_input: 10_000, cache_write: 400, output: 200, reasoning: 150 };
    let cost = price.cost_of(&usage);
    assert_eq!(cost, Money::from_dollars(0.003 + 0.003 + 0.0015 + 0.003).unwrap());
    assert_eq!(cost.to_string(), "$0.0105");
}

#[test]
fn reasoning_batches_and_other_currencies_have_their_prices() {
    let price = Price {
        input: 7.0,
        output: 14.0,
        reasoning: Some(28.0),
        batch: Some(0.5),
        currency: Some(Currency::Cny),
        per_dollar: Some(7.0),
        ..Price::default()
    };
    let usage = Usage { input: 1_000_000, output: 1_000_000, reasoning: 500_000, ..Usage::default() };
    assert_eq!(price.cost_of(&usage), Money::from_dollars(1.0 + 1.0 + 2.0).unwrap());
    assert_eq!(price.in_batch().cost_of(&usage), Money::from_dollars(2.0).unwrap());
}

#[test]
fn the_cheapest_token_is_not_free() {
    let price = Price { input: 0.01, output: 0.01, ..Price::default() };
    assert!(price.cost_of(&Usage { input: 1, ..Usage::default() }) > Money::ZERO);
}
