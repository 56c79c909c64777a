//! Writes the book with its proof: into the folder that was allowed, or as a resource for the client to read.

use super::schema::{answer, number, text};
use super::{Effect, OwnTool, Reply, read};
use crate::door::{Caller, Door};
use crate::refusal::Refusal;
use crate::resources::{Address, ExportForm, SourcePlace, TextFormat, exported};
use ::tools::text::{PromptLanguage, Text};
use formats::certificate::beside;
use operations::export::Exported;
use operations::file::{FileError, write_new};
use rmcp::model::{ContentBlock, JsonObject, Resource};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use store::record::BookSummary;

pub(super) static TOOL: OwnTool = OwnTool {
    name: "export",
    title: Text { zh: "导出译本", en: "Export the book" },
    description: Text {
        zh: "导出译本，并证明没有遗漏。写入用户许可的文件夹（从不覆盖文件）；没有许可的文件夹时，返回可读取的资源链接。",
        en: "Export the book with the proof that nothing was lost: into the folder the user allowed, where no file is ever \
             replaced, or without one as a link to a resource.",
    },
    input,
    output,
    effect: |door| match door.export_folder {
        // A name that is taken is refused, so the same call again writes nothing.
        Some(_) => Effect::Adds { idempotent: true },
        None => Effect::Reads,
    },
    is_of_book: true,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    format: Option<TextFormat>,
    bilingual: Option<SourcePlace>,
    file_name: Option<String>,
}

fn input(language: PromptLanguage) -> Value {
    let describe = |zh: &'static str, en: &'static str| language.choose(zh, en);
    json!({
        "type": "object",
        "properties": {
            "format": {"type": "string", "enum": ["epub", "text"], "description": describe("默认与原书相同", "the format it came in by default")},
            "bilingual": {"type": "string", "enum": ["above", "below"], "description": describe("原文放在译文上方或下方", "with the source above or below its translation")},
            "file_name": {"type": "string", "maxLength": MAX_NAME_BYTES, "description": describe(
                "文件名，不含文件夹；只在有许可的文件夹时可用",
                "a name without folders; only where a folder was allowed",
            )},
        },
        "additionalProperties": false,
    })
}

fn output() -> Value {
    answer(
        &[
            ("file_name", text()),
            ("media_type", text()),
            ("n_bytes", number()),
            ("summary", text()),
            ("n_paragraphs", number()),
            ("n_translated", number()),
            ("n_kept", number()),
            ("n_untranslated", number()),
        ],
        &[("path", text()), ("certificate_path", text()), ("uri", text())],
    )
}

pub(super) async fn call(
    door: &Door,
    caller: &Caller,
    book: &BookSummary,
    arguments: JsonObject,
) -> Result<Reply, Refusal> {
    let args: Args = read(arguments)?;
    let language = caller.language;
    if let Some(name) = &args.file_name {
        if door.export_folder.is_none() {
            let error = language.choose(
                "没有许可的文件夹，不能指定文件名；结果是一个资源链接。",
                "No folder was allowed, so a file cannot be named; leave file_name out to get a link to a resource.",
            );
            return Err(Refusal::new("NO_EXPORT_FOLDER", error));
        }
        refuse_name(name, language)?;
    }
    let form = ExportForm { format: args.format, bilingual: args.bilingual };
    let (file, media_type) = exported(door, book, form, language).await?;
    let certificate = &file.certificate;
    let mut content = json!({
        "success": true,
        "file_name": file.file_name,
        "media_type": media_type,
        "n_bytes": file.bytes.len(),
        "summary": certificate.summary(&file.violations).to_string(),
        "n_paragraphs": certificate.n_paragraphs,
        "n_translated": certificate.n_translated,
        "n_kept": certificate.n_kept,
        "n_untranslated": certificate.n_untranslated,
    });
    let mut put = |name: &str, value: Value| {
        if let Value::Object(content) = &mut content {
            content.insert(name.to_owned(), value);
        }
    };
    let Some(folder) = &door.export_folder else {
        let uri = Address::Export(book.id, form).to_string();
        put("uri", uri.as_str().into());
        let size = u64::try_from(file.bytes.len()).unwrap_or(u64::MAX);
        let link = Resource::new(uri, file.file_name.clone()).with_mime_type(media_type).with_size(size);
        return Ok(Reply { content, attached: vec![ContentBlock::resource_link(link)] });
    };
    let written = write(folder.clone(), file, args.file_name, language).await?;
    put("file_name", written.file.file_name().unwrap_or_default().to_string_lossy().into());
    put("path", written.file.to_string_lossy().into());
    if let Some(certificate) = written.certificate {
        put("certificate_path", certificate.to_string_lossy().into());
    }
    Ok(Reply::new(content))
}

struct WrittenFiles {
    file: PathBuf,
    certificate: Option<PathBuf>,
}

/// Writes the book, and its certificate beside it where the format has no place for one. Neither replaces anything.
async fn write(
    folder: PathBuf,
    file: Exported,
    name: Option<String>,
    language: PromptLanguage,
) -> Result<WrittenFiles, Refusal> {
    let name = name.unwrap_or_else(|| own_name(&file));
    let ending = file.certificate.format.extension();
    if !Path::new(&name).extension().is_some_and(|own| own.eq_ignore_ascii_case(ending)) {
        let error = language
            .choose(format!("文件名应以 `.{ending}` 结尾。"), format!("The name has to end in `.{ending}`."));
        return Err(Refusal::new("WRONG_ENDING", error));
    }
    let path = folder.join(name);
    let writing = tokio::task::spawn_blocking(move || {
        let failed = |error: FileError| refused_file(&error, language);
        let mut certificate = None;
        if file.is_beside {
            certificate = Some((beside(&path), file.certificate.to_json().map_err(Refusal::failed)?));
        }
        if let Some((path, json)) = &certificate {
            write_new(path, json).map_err(failed)?;
        }
        if let Err(error) = write_new(&path, &file.bytes) {
            // The certificate was made a moment ago, for a file that is not there.
            if let Some((path, _)) = &certificate {
                let _ = std::fs::remove_file(path);
            }
            return Err(failed(error));
        }
        Ok(WrittenFiles { file: path, certificate: certificate.map(|(path, _)| path) })
    });
    writing.await.map_err(Refusal::failed)?
}

fn refused_file(error: &FileError, language: PromptLanguage) -> Refusal {
    match error {
        FileError::Exists(_) => {
            let error = language.choose(
                "同名文件已存在，不会覆盖。请用 file_name 换一个名字。",
                "A file of this name exists and is not replaced. Choose another with file_name.",
            );
            Refusal::new("FILE_EXISTS", error)
        }
        FileError::IsFolder(_)
        | FileError::NoFolder(_)
        | FileError::NoPermission(_)
        | FileError::NoRoom(_)
        | FileError::Other { .. } => {
            Refusal::new("NOT_WRITTEN", error.to_string().lines().next().unwrap_or_default())
        }
    }
}

/// The usual name, if it is one; the original may have come with any.
fn own_name(file: &Exported) -> String {
    let ending = file.certificate.format.extension();
    let name = &file.file_name;
    let has_ending = Path::new(name).extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    let name = if has_ending { name.clone() } else { format!("{name}.{ending}") };
    if is_name(&name) { name } else { format!("book.{ending}") }
}

/// Longer names do not fit every disk, with the ending of the certificate behind them.
const MAX_NAME_BYTES: usize = 200;
/// Names that mean a device on some systems, whatever their ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

fn refuse_name(name: &str, language: PromptLanguage) -> Result<(), Refusal> {
    if is_name(name) {
        return Ok(());
    }
    let error = language.choose(
        "file_name 只能是文件名：不含文件夹、控制字符，不以点开头，最长 200 字节。",
        "file_name is a plain name: no folders, no control characters, no leading dot, at most 200 bytes.",
    );
    Err(Refusal::new("INVALID_FILE_NAME", error))
}

/// Whether a text is the name of a file on every system and can lead nowhere else.
fn is_name(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_port = ["com", "lpt"].iter().any(|port| {
        stem.strip_prefix(port)
            .is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_digit()))
    });
    let is_foreign =
        |c: char| c.is_control() || matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    !name.is_empty()
        && name.len() <= MAX_NAME_BYTES
        && !name.starts_with('.')
        && !name.ends_with([' ', '.'])
        && !name.contains(is_foreign)
        && !DEVICES.contains(&stem.as_str())
        && !is_port
}
