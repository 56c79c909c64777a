//! `tsumugi models offered`: what a service itself says it has.

use crate::exit::Exit;
use crate::output::{Align, Printer, TextTable, grouped};
use llm::OfferedModel;
use serde_json::{Value, json};
use settings::models::ModelRegistry;

pub(crate) async fn run(registry: &ModelRegistry, service: &str, printer: &Printer) -> anyhow::Result<Exit> {
    let offered = registry.offered(service).await?;
    if printer.is_json() {
        printer.json(&offered.iter().map(|model| as_json(service, model)).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let head = [
        ("col_model", Align::Left),
        ("col_window", Align::Right),
        ("col_input_price", Align::Right),
        ("col_output_price", Align::Right),
    ];
    let mut table = TextTable::new(&head, 0, printer.language());
    for model in &offered {
        let amount = |amount: Option<f64>| amount.map_or_else(String::new, |dollars| format!("{dollars:.2}"));
        table.row(vec![
            format!("{service}/{}", model.name),
            model.window.map_or_else(String::new, grouped),
            amount(model.price.map(|price| price.input)),
            amount(model.price.map(|price| price.output)),
        ]);
    }
    printer.result(&table.render(printer.width()))?;
    Ok(Exit::Done)
}

fn as_json(service: &str, model: &OfferedModel) -> Value {
    json!({
        "model": format!("{service}/{}", model.name),
        "window": model.window,
        "max_output": model.max_output,
        "usd_per_million_input": model.price.map(|price| price.input),
        "usd_per_million_output": model.price.map(|price| price.output),
        "capabilities": model.capabilities,
    })
}
