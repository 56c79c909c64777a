//! `tsumugi models list`: services and models, with prices and the day they were true.

use crate::exit::Exit;
use crate::output::{Align, Printer, Table, grouped};
use llm::{ModelFacts, Vendor};
use serde_json::{Value, json};
use settings::delivery::{DeliveryInfo, DeliverySource};
use settings::learned::{self, Learned};
use settings::models::ModelRegistry;
use settings::offline::REHEARSAL;

struct Row<'a> {
    name: String,
    vendor: &'a Vendor,
    facts: Option<&'a ModelFacts>,
    key: &'static str,
    delivery: Option<DeliveryInfo>,
}

pub(crate) fn run(registry: &ModelRegistry, filter: Option<&str>, printer: &Printer) -> anyhow::Result<Exit> {
    let filter = filter.unwrap_or_default().to_lowercase();
    let learned = learned::read(registry.folder())?;
    let rows: Vec<Row<'_>> = rows(registry, &learned)
        .into_iter()
        .filter(|row| row.name.to_lowercase().contains(&filter))
        .collect();
    if printer.is_json() {
        printer.json(&rows.iter().map(as_json).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    if rows.is_empty() {
        printer.say(&format!(
            "no service or model is called `{filter}`\nhint: `tsumugi models list` shows all; a service takes any model it has, as `service/MODEL`"
        ));
        return Ok(Exit::Done);
    }
    let head = [
        ("model", Align::Left),
        ("key", Align::Left),
        ("window", Align::Right),
        ("in $/M", Align::Right),
        ("out $/M", Align::Right),
        ("as of", Align::Left),
        ("delivery", Align::Left),
    ];
    let mut table = Table::new(&head, 0);
    for row in &rows {
        let own = row.facts.and_then(|facts| facts.price);
        let price = own.map(llm::Price::in_dollars);
        let amount = |amount: Option<f64>| amount.map_or_else(String::new, |dollars| format!("{dollars:.2}"));
        table.row(vec![
            row.name.clone(),
            row.key.to_owned(),
            row.facts.and_then(|facts| facts.window).map_or_else(String::new, thousands),
            amount(price.map(|price| price.input)),
            amount(price.map(|price| price.output)),
            row.facts.and_then(|facts| facts.priced_on.clone()).unwrap_or_default(),
            row.delivery.as_ref().map_or_else(String::new, delivery_words),
        ]);
    }
    printer.result(&table.render(printer.width()))?;
    let default = registry
        .settings
        .default_model
        .as_deref()
        .unwrap_or("none; `tsumugi models add NAME --default` sets one");
    printer.say(&format!(
        "`…` stands for any model of that service\n\
         default: {default}\n\
         always there: `{REHEARSAL}`, and `command:PROGRAM ARGS` for a program that translates"
    ));
    Ok(Exit::Done)
}

/// The form a model is asked in and how that is known; nothing where nothing is known yet.
fn delivery_words(delivery: &DeliveryInfo) -> String {
    let form = delivery.form;
    match (delivery.from, &delivery.prompt, &delivery.why) {
        (DeliverySource::Usual, ..) => String::new(),
        (DeliverySource::Setting | DeliverySource::Prompt, Some(prompt), _) => {
            format!("{form}, prompt {prompt}")
        }
        (DeliverySource::Setting, None, _) => format!("{form}, set"),
        (_, _, Some(why)) => format!("{form}, learnt: {why}"),
        (_, _, None) => format!("{form}, learnt"),
    }
}

/// A window in thousands of tokens.
fn thousands(tokens: u64) -> String {
    format!("{}k", grouped(tokens / 1000))
}

fn rows<'a>(registry: &'a ModelRegistry, learned: &Learned) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    for (id, vendor) in registry.vendors.iter() {
        let key = match &vendor.key {
            None => "not needed",
            Some(variable) if registry.has_key(variable) => "yes",
            Some(_) => "missing",
        };
        if vendor.models.is_empty() {
            rows.push(Row { name: format!("{id}/…"), vendor, facts: None, key, delivery: None });
        }
        for (model, facts) in &vendor.models {
            let name = format!("{id}/{model}");
            let delivery = registry.delivery_of(&name, None).ok();
            rows.push(Row { name, vendor, facts: Some(facts), key, delivery });
        }
        // Of a service that takes any model, those are known that something was learnt about.
        let begins = format!("{id}/");
        let is_new = |name: &&String| {
            name.strip_prefix(&begins).is_some_and(|model| !vendor.models.contains_key(model))
        };
        for name in learned.keys().filter(is_new) {
            let delivery = registry.delivery_of(name, None).ok();
            rows.push(Row { name: name.clone(), vendor, facts: None, key, delivery });
        }
    }
    rows
}

fn as_json(row: &Row<'_>) -> Value {
    let own = row.facts.and_then(|facts| facts.price);
    let price = own.map(llm::Price::in_dollars);
    json!({
        "model": row.name,
        "service": row.vendor.name,
        "base_url": row.vendor.base_url,
        "dialect": row.vendor.dialect.name(),
        "key": row.key,
        "key_variable": row.vendor.key,
        "window": row.facts.and_then(|facts| facts.window),
        "max_output": row.facts.and_then(|facts| facts.max_output),
        "usd_per_million_input": price.map(|price| price.input),
        "usd_per_million_output": price.map(|price| price.output),
        "currency": own.and_then(|price| price.currency),
        "per_dollar": own.and_then(|price| price.per_dollar),
        "priced_on": row.facts.and_then(|facts| facts.priced_on.clone()),
        "delivery": row.delivery.as_ref().map(|delivery| delivery.form),
        "delivery_from": row.delivery.as_ref().map(|delivery| delivery.from.as_str()),
        "delivery_why": row.delivery.as_ref().and_then(|delivery| delivery.why.clone()),
        "prompt": row.delivery.as_ref().and_then(|delivery| delivery.prompt.clone()),
    })
}
