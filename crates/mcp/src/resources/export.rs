//! A book as it goes out, for a client that cannot be given a file.

use super::{ExportForm, SourcePlace, TextFormat, failed, refused};
use crate::door::{Caller, Door};
use crate::refusal::Refusal;
use ::tools::text::PromptLanguage;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use formats::export::{Bilingual, Direction, Layout};
use operations::export::{ExportOptions, Exported, WantedFormat, export};
use rmcp::model::{ErrorData, ResourceContents};
use store::record::BookSummary;

/// A larger file is not sent in one message.
const MAX_BLOB_BYTES: usize = 32 * 1024 * 1024;

/// The file as a resource.
pub(super) async fn blob(
    door: &Door,
    book: &BookSummary,
    form: ExportForm,
    uri: &str,
    caller: &Caller,
) -> Result<ResourceContents, ErrorData> {
    let language = caller.language;
    let (file, media_type) =
        exported(door, book, form, language).await.map_err(|refusal| refused(&refusal))?;
    if file.bytes.len() > MAX_BLOB_BYTES {
        let id = book.id;
        let text = language.choose(
            format!("文件太大，无法作为资源发送。请在命令行使用 `tsumugi export {id}`。"),
            format!("the file is too large to be sent as a resource; use `tsumugi export {id}` at the command line"),
        );
        return Err(ErrorData::internal_error(text, None));
    }
    if caller.store.person().is_some() {
        // Owners of a team look up who took a book out, whatever the way.
        let about = serde_json::json!({"book": book.id, "by": "mcp"}).to_string();
        let noted = caller.store.note_audit(caller.store.person(), "exported", &about, door.now_ms()).await;
        noted.map_err(|error| failed(&error, language))?;
    }
    Ok(ResourceContents::blob(BASE64_STANDARD.encode(&file.bytes), uri).with_mime_type(media_type))
}

/// The book as a file whose proof holds, and its media type.
pub(crate) async fn exported(
    door: &Door,
    book: &BookSummary,
    form: ExportForm,
    language: PromptLanguage,
) -> Result<(Exported, String), Refusal> {
    let file = written(door, book, form).await?;
    if let Some(first) = file.violations.first() {
        let error = language.choose(
            format!("导出的文件不会包含全部内容：{first}"),
            format!("the file would not hold everything: {first}"),
        );
        return Err(Refusal::new("INCOMPLETE", error));
    }
    // Finding the encoding of a text reads all of it.
    let typed = tokio::task::spawn_blocking(move || (file.media_type(), file)).await;
    let (media_type, file) = typed.map_err(Refusal::failed)?;
    Ok((file, media_type))
}

/// The book as a file, whatever its proof says.
pub(super) async fn written(door: &Door, book: &BookSummary, form: ExportForm) -> Result<Exported, Refusal> {
    let format = form.format.map(|format| match format {
        TextFormat::Epub => WantedFormat::Epub,
        TextFormat::Text => WantedFormat::Text,
    });
    let bilingual = match form.bilingual {
        None => Bilingual::No,
        Some(SourcePlace::Above) => Bilingual::Above,
        Some(SourcePlace::Below) => Bilingual::Below,
    };
    let layout = Layout { bilingual, direction: Direction::Auto };
    let options = ExportOptions { format, layout, ..ExportOptions::default() };
    export(door.library(), book, options, door.now_ms())
        .await
        .map_err(|error| Refusal::new("NOT_EXPORTED", error.to_string().lines().next().unwrap_or_default()))
}
