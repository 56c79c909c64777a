//! `tsumugi models list`: services and models, with prices and the day they were true.

use crate::exit::Exit;
use crate::output::{Align, Printer, TextTable, grouped, word};
use llm::{Vendor, VendorModelFacts};
use messages::Message;
use serde_json::{Value, json};
use settings::delivery::{DeliverySource, ResolvedDelivery};
use settings::learned::{self, LearnedByModel};
use settings::models::ModelRegistry;
use settings::offline::REHEARSAL;

struct Row<'a> {
    name: String,
    vendor: &'a Vendor,
    facts: Option<&'a VendorModelFacts>,
    key: &'static str,
    delivery: Option<ResolvedDelivery>,
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
        printer.notify(&Message::new("no_model_called").with("filter", filter));
        return Ok(Exit::Done);
    }
    let head = [
        ("col_model", Align::Left),
        ("col_key", Align::Left),
        ("col_window", Align::Right),
        ("col_input_price", Align::Right),
        ("col_output_price", Align::Right),
        ("col_as_of", Align::Left),
        ("col_delivery", Align::Left),
    ];
    let mut table = TextTable::new(&head, 0, printer.language());
    for row in &rows {
        let own = row.facts.and_then(|facts| facts.price);
        let price = own.map(llm::Price::in_dollars);
        let amount = |amount: Option<f64>| amount.map_or_else(String::new, |dollars| format!("{dollars:.2}"));
        table.row(vec![
            row.name.clone(),
            printer.text_of(&word("key_status", row.key)),
            row.facts.and_then(|facts| facts.window).map_or_else(String::new, thousands),
            amount(price.map(|price| price.input)),
            amount(price.map(|price| price.output)),
            row.facts.and_then(|facts| facts.priced_on.clone()).unwrap_or_default(),
            row.delivery.as_ref().map_or_else(String::new, |delivery| delivery_words(delivery, printer)),
        ]);
    }
    printer.result(&table.render(printer.width()))?;
    let foot = Message::new("models_list_foot").with("rehearsal", REHEARSAL);
    printer.notify(&match &registry.settings.default_model {
        Some(name) => foot.with("default", name),
        None => foot.part("default", Message::new("models_default_none")),
    });
    Ok(Exit::Done)
}

/// The form a model is asked in and how that is known; nothing where nothing is known yet.
fn delivery_words(delivery: &ResolvedDelivery, printer: &Printer) -> String {
    let how = match (delivery.from, &delivery.prompt, &delivery.why) {
        (DeliverySource::Usual, ..) => return String::new(),
        (DeliverySource::Setting | DeliverySource::Prompt, Some(prompt), _) => {
            Message::new("delivery_prompt").with("prompt", prompt)
        }
        (DeliverySource::Setting, None, _) => Message::new("delivery_set"),
        (_, _, Some(why)) => Message::new("delivery_learnt_why").with("why", printer.recognised(why)),
        (_, _, None) => Message::new("delivery_learnt"),
    };
    printer.text_of(&how.with("form", delivery.form))
}

/// A window in thousands of tokens.
fn thousands(tokens: u64) -> String {
    format!("{}k", grouped(tokens / 1000))
}

fn rows<'a>(registry: &'a ModelRegistry, learned: &LearnedByModel) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    for (id, vendor) in registry.vendors.iter() {
        let key = match &vendor.key {
            None => "not needed",
            Some(_) if registry.has_key(id) => "yes",
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
