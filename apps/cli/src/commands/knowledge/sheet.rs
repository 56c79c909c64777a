//! An entry in a person's editor: a small TOML file beside the library, taken when it is right and kept when it is not.

use super::super::edit::open_editor;
use super::KnowledgeCmd;
use crate::config;
use crate::exit::WithMessage;
use crate::output::Printer;
use messages::Message;
use serde::de::DeserializeOwned;
use std::fmt::Write;
use std::path::PathBuf;

/// A sheet that was edited, and where it is until it is taken.
pub(super) struct EditedSheet<T> {
    pub(super) value: T,
    file: PathBuf,
}

impl<T> EditedSheet<T> {
    /// The value was taken, so that the file is not needed any more.
    pub(super) fn done(self) -> anyhow::Result<()> {
        std::fs::remove_file(&self.file)
            .with_message(|| Message::new("cannot_remove").with("path", self.file.display()))
    }
}

impl KnowledgeCmd<'_> {
    /// Lets the person edit a text; an unfinished edit of the same thing is gone on with.
    pub(super) fn in_editor<T: DeserializeOwned>(
        &self,
        name: &str,
        text: &str,
    ) -> anyhow::Result<EditedSheet<T>> {
        let folder = config::edit_folder(self.store)?;
        let file = folder.join(format!("tsumugi-{name}.toml"));
        if file.exists() {
            self.printer.notify(&Message::new("unfinished_edit").with("path", file.display()));
        } else {
            operations::file::write_whole(&file, text.as_bytes())?;
        }
        open_editor(&file)?;
        let text = std::fs::read_to_string(&file)
            .with_message(|| Message::new("not_utf_8").with("path", file.display()))?;
        let value = toml::from_str(&text).map_err(|error: toml::de::Error| {
            let message = Message::new("entry_not_taken").with("path", file.display());
            message.with("detail", format!("\n{}", error.to_string().trim_end()))
        })?;
        Ok(EditedSheet { value, file })
    }
}

/// A remark of a sheet.
pub(super) fn remark(sheet: &mut String, code: &'static str, printer: &Printer) {
    let _ = writeln!(sheet, "{}", printer.text_of(&Message::new(code)));
}

/// A line of a sheet.
pub(super) fn line(sheet: &mut String, key: &str, text: &str) {
    let _ = writeln!(sheet, "{key} = {}", toml::Value::String(text.to_owned()));
}

/// A line of a sheet with several texts.
pub(super) fn lines(sheet: &mut String, key: &str, texts: &[String]) {
    let values = texts.iter().cloned().map(toml::Value::String).collect();
    let _ = writeln!(sheet, "{key} = {}", toml::Value::Array(values));
}
