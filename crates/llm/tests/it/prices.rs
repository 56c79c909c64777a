//! What tokens cost.

use llm::{Currency, Money, Price, PriceList, Usage};

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

/// A kept copy of facts that others collect; made anew with the list.
const FACTS: &str = include_str!("../price_facts.csv");

#[test]
fn every_built_in_price_is_a_known_fact_with_its_day_and_source() {
    let list = PriceList::built_in().unwrap();
    let source = list.source.clone().unwrap();
    assert!(FACTS.lines().next().unwrap().contains(source.split(',').next().unwrap()), "{source}");
    assert!(list.n_prices() >= 60, "{}", list.n_prices());
    let mut n_facts = 0;
    for line in FACTS.lines().skip(2) {
        let fields: Vec<&str> = line.split(',').collect();
        let (vendor, model) = fields[0].split_once('/').unwrap();
        let number = |field: &str| field.parse::<f64>().ok();
        let price = list.prices[vendor][model].price;
        let told = [Some(price.input), price.cached_input, price.cache_write, Some(price.output)];
        assert_eq!(told, [1, 2, 3, 4].map(|field| number(fields[field])), "{line}");
        n_facts += 1;
    }
    assert_eq!(n_facts, list.n_prices(), "a price without a fact");
}

#[test]
fn what_a_request_costs_at_most_counts_caches_and_thinking() {
    let price =
        Price { input: 4.0, cache_write: Some(5.0), output: 20.0, reasoning: Some(30.0), ..Price::default() };
    let usage = Usage { input: 1_000_000, output: 1_000_000, ..Usage::default() };
    assert_eq!(price.most_for(&usage), Money::from_dollars(35.0).unwrap());
}

#[test]
fn amounts_kept_in_whole_millionths_add_up() {
    let price = Price { input: 0.1, output: 0.4, ..Price::default() };
    let amounts: Vec<Money> = (0..1000)
        .map(|n| price.cost_of(&Usage { input: 3 + n % 7, output: 1, ..Usage::default() }))
        .collect();
    let mut rest = Money::ZERO;
    let kept: u64 = amounts.iter().map(|amount| amount.micro_dollars_with(&mut rest)).sum();
    assert_eq!(kept, amounts.into_iter().sum::<Money>().micro_dollars());
}
