//! `tsumugi budget`: what may be spent in a month, and who spent what.

use crate::args::budget::{BudgetAction, BudgetArgs, BudgetOfArgs};
use crate::config;
use crate::exit::Exit;
use crate::output::{Align, Printer, TextTable, dollars};
use crate::work::begin::micros;
use messages::Message;
use operations::book_name;
use serde_json::{Value, json};
use store::budget::{BudgetOf, BudgetState, SpendingRecord, first_month, month_of};
use store::error::StoreError;
use store::library::Library;
use store::store::Store;

pub(crate) async fn run(args: &BudgetArgs, store: &Store, printer: &Printer) -> anyhow::Result<Exit> {
    let now_ms = store.library().clock_ms(config::now_ms()).await?;
    match &args.action {
        None => show(args.months, store.library(), now_ms, printer).await?,
        Some(BudgetAction::Set { usd, of }) => {
            let of = budget_of(of, store.library()).await?;
            store.set_budget(of, Some(micros(*usd)?), now_ms).await?;
            let states = store.library().budgets(now_ms).await?;
            if let Some(state) = states.into_iter().find(|state| state.of == of) {
                tell_set(&state, store.library(), printer).await?;
            }
        }
        Some(BudgetAction::Remove { of }) => {
            let of = budget_of(of, store.library()).await?;
            store.set_budget(of, None, now_ms).await?;
            let name = printer.text_of(&name(of, store.library()).await?);
            if printer.is_json() {
                printer.json(&json!({"of": of.kind(), "name": name, "limit_micros": null}))?;
            } else {
                printer.print(&Message::new("budget_removed").with("of", name))?;
            }
        }
    }
    Ok(Exit::Done)
}

async fn budget_of(of: &BudgetOfArgs, library: &Library) -> anyhow::Result<BudgetOf> {
    if let Some(book) = &of.book {
        return Ok(BudgetOf::Book(book_name::find(library, book).await?.id));
    }
    let Some(login) = &of.person else { return Ok(BudgetOf::Library) };
    let people = library.people().await?;
    let found = people.into_iter().find(|person| person.login == login.to_lowercase());
    let person = found.ok_or_else(|| StoreError::NoSuchPerson { text: login.clone() })?;
    Ok(BudgetOf::Person(person.id))
}

async fn name(of: BudgetOf, library: &Library) -> Result<Message, StoreError> {
    Ok(match of {
        BudgetOf::Library => Message::new("budget_of_library"),
        BudgetOf::Person(person) => {
            let people = library.people().await?;
            let found = people.into_iter().find(|one| one.id == person).map(|one| one.name);
            Message::new("budget_of_person").with("name", found.unwrap_or_else(|| person.to_string()))
        }
        BudgetOf::Book(book) => Message::new("budget_of_book").with("name", library.book(book).await?.title),
    })
}

async fn tell_set(state: &BudgetState, library: &Library, printer: &Printer) -> anyhow::Result<()> {
    if printer.is_json() {
        printer.json(&as_json(state, library).await?)?;
        return Ok(());
    }
    let of = printer.text_of(&name(state.of, library).await?);
    let told = Message::new("budget_set").with("of", of).with("limit", dollars(state.limit_micros));
    printer.print(&told.with("spent", dollars(state.spent_micros)))?;
    Ok(())
}

async fn as_json(state: &BudgetState, library: &Library) -> anyhow::Result<Value> {
    let of = match state.of {
        BudgetOf::Library => json!({"of": "library"}),
        BudgetOf::Person(person) => json!({"of": "person", "person": person.to_string()}),
        BudgetOf::Book(book) => json!({"of": "book", "book": book, "title": library.book(book).await?.title}),
    };
    let mut value = json!({
        "limit_micros": state.limit_micros, "spent_micros": state.spent_micros, "held_micros": state.held_micros,
    });
    if let (Some(object), Value::Object(of)) = (value.as_object_mut(), of) {
        object.extend(of);
    }
    Ok(value)
}

async fn show(months: u32, library: &Library, now_ms: i64, printer: &Printer) -> anyhow::Result<()> {
    let budgets = library.budgets(now_ms).await?;
    let spending = library.spending(first_month(month_of(now_ms), months)).await?;
    if printer.is_json() {
        let mut shown = Vec::new();
        for state in &budgets {
            shown.push(as_json(state, library).await?);
        }
        let spending: Vec<Value> = spending.iter().map(spending_json).collect();
        printer.json(&json!({"budgets": shown, "spending": spending}))?;
        return Ok(());
    }
    if budgets.is_empty() {
        printer.notify(&Message::new("no_budgets").with("example", "50"));
    } else {
        let head = [
            ("col_budget", Align::Left),
            ("col_monthly_limit", Align::Right),
            ("col_spent", Align::Right),
            ("col_held", Align::Right),
        ];
        let mut table = TextTable::new(&head, 0, printer.language());
        for state in &budgets {
            let of = printer.text_of(&name(state.of, library).await?);
            let amounts = [state.limit_micros, state.spent_micros, state.held_micros].map(dollars);
            table.row(std::iter::once(of).chain(amounts).collect());
        }
        printer.result(&table.render(printer.width()))?;
    }
    if spending.is_empty() {
        return Ok(());
    }
    let head = [
        ("col_month", Align::Left),
        ("col_person", Align::Left),
        ("col_book", Align::Left),
        ("col_usd", Align::Right),
    ];
    let mut table = TextTable::new(&head, 2, printer.language());
    for SpendingRecord { month, book, person, micros } in &spending {
        let person =
            person.as_ref().map(|person| person.name.clone().unwrap_or_else(|| person.id.to_string()));
        let person = person.unwrap_or_else(|| printer.text_of(&Message::new("nobody_logged_in")));
        let title = book.as_ref().map(|(_, title)| title.clone());
        let title = title.unwrap_or_else(|| printer.text_of(&Message::new("removed_book")));
        table.row(vec![in_digits(*month), person, title, dollars(*micros)]);
    }
    printer.result(&table.render(printer.width()))?;
    Ok(())
}

fn spending_json(row: &SpendingRecord) -> Value {
    json!({
        "month": in_digits(row.month),
        "book": row.book.as_ref().map(|(book, _)| book),
        "title": row.book.as_ref().map(|(_, title)| title),
        "person": row.person.as_ref().map(|person| person.id.to_string()),
        "name": row.person.as_ref().and_then(|person| person.name.as_deref()),
        "micros": row.micros,
    })
}

/// `2026-11` for 202611.
fn in_digits(month: u32) -> String {
    format!("{}-{:02}", month / 100, month % 100)
}
