//! `tsumugi models`: which models there are, adding and removing one, setting what holds for it, and trying one.

pub(super) mod add;
mod learned;
mod list;
mod offered;
mod remove;
mod set;
pub(super) mod test;

use crate::args::model::ModelsAction;
use crate::exit::Exit;
use crate::output::Printer;
use messages::Message;
use settings::models::{Endpoint, ModelRegistry};
use settings::saved_model::ModelSpec;

pub(crate) async fn run(action: &ModelsAction, printer: &Printer) -> anyhow::Result<Exit> {
    let registry = ModelRegistry::open()?;
    match action {
        ModelsAction::List { filter } => list::run(&registry, filter.as_deref(), printer),
        ModelsAction::Add { name, base_url, dialect, model, default, key_stdin } => {
            let added = ModelSpec {
                name,
                endpoint: base_url.as_deref().map(|base_url| Endpoint::typed(base_url, *dialect)),
                model: model.as_deref(),
            };
            let key_input = add::KeyInput {
                key: if *key_stdin { add::KeyFrom::Stdin } else { add::KeyFrom::Terminal },
                becomes_default: *default,
            };
            add::run(&registry, &added, &key_input, printer)
        }
        ModelsAction::Remove { name } => remove::run(&registry, name, printer),
        ModelsAction::Set { name, settings } => set::run(&registry, name, settings, printer),
        ModelsAction::Learned { name, forget } => {
            learned::run(registry.folder(), name.as_deref(), *forget, printer)
        }
        ModelsAction::Offered { service } => offered::run(&registry, service, printer).await,
        ModelsAction::UpdatePrices { file } => {
            let list = settings::prices::take_in(registry.folder(), file)?;
            let taken = Message::new("prices_taken").count("n", list.n_prices());
            printer.notify(&taken.with("date", &list.updated));
            Ok(Exit::Done)
        }
        ModelsAction::Test { name, base_url, dialect } => {
            let endpoint = base_url.as_deref().map(|base_url| Endpoint::typed(base_url, *dialect));
            test::run(&registry, name.as_deref(), endpoint, printer).await
        }
    }
}
