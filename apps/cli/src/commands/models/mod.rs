//! `tsumugi models`: which models there are, adding one, and trying one.

mod add;
mod list;
mod test;

use crate::args::model::ModelsAction;
use crate::config::added::Added;
use crate::config::hire::{Agency, Endpoint};
use crate::exit::Exit;
use crate::output::Printer;

pub(crate) async fn run(action: &ModelsAction, printer: &Printer) -> anyhow::Result<Exit> {
    let agency = Agency::open()?;
    match action {
        ModelsAction::List { filter } => list::run(&agency, filter.as_deref(), printer),
        ModelsAction::Add { name, base_url, dialect, model, default, key_stdin } => {
            let added = Added {
                name,
                endpoint: base_url.as_deref().map(|base_url| Endpoint { base_url, dialect: *dialect }),
                model: model.as_deref(),
            };
            let manner = add::Manner {
                key: if *key_stdin { add::KeyFrom::Stdin } else { add::KeyFrom::Terminal },
                becomes_default: *default,
            };
            add::run(&agency, &added, &manner, printer)
        }
        ModelsAction::Test { name, base_url, dialect } => {
            let endpoint = base_url.as_deref().map(|base_url| Endpoint { base_url, dialect: *dialect });
            test::run(&agency, name.as_deref(), endpoint, printer).await
        }
    }
}
