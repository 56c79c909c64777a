//! Forms with a file: streamed to a temporary file under a limit, with the small fields beside it; and files that go out.

use crate::allowed::RequestRight;
use crate::problem::Problem;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use axum::http::{HeaderValue, StatusCode};
use messages::Message;
use std::collections::HashMap;
use std::fmt::Write;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;

/// So much of a small field is read.
const MAX_FIELD: usize = 10_000;

/// A file that comes with fewer bytes in a second, counted after this time, holds up a place for nothing.
const SLOWEST_BYTES: u64 = 8 * 1024;
const SLOWEST_START: Duration = Duration::from_mins(1);

/// A form that was read.
pub(super) struct Form {
    /// The file's name, without folders; it names nothing on this machine.
    pub(super) file_name: String,
    file: tempfile::NamedTempFile,
    fields: HashMap<String, String>,
}

impl Form {
    /// A field, if it says anything.
    pub(super) fn field(&mut self, name: &str) -> Option<String> {
        self.fields.remove(name).filter(|text| !text.is_empty())
    }

    /// Whether a field says yes.
    pub(super) fn is_set(&self, name: &str) -> bool {
        self.fields.get(name).is_some_and(|text| text == "true" || text == "1")
    }

    /// The file.
    pub(super) async fn bytes(&self) -> Result<Vec<u8>, Problem> {
        tokio::fs::read(self.file.path()).await.map_err(|error| failed(&error))
    }
}

/// Reads a form with one `file` of at most `max_bytes`, and with these fields.
pub(super) async fn read(mut request: Request, max_bytes: u64, known: &[&str]) -> Result<Form, Problem> {
    let right = request.extensions().get::<RequestRight>().cloned();
    // The limit of ordinary requests does not fit files; what is read is counted below.
    DefaultBodyLimit::disable().apply(&mut request);
    let form = Multipart::from_request(request, &()).await;
    let mut form = form.map_err(|rejection| {
        let message = Message::new("form_unreadable").with("detail", rejection.body_text());
        Problem::new(rejection.status(), "form", message)
    })?;
    let (mut file, mut fields) = (None, HashMap::new());
    while let Some(field) = form.next_field().await.map_err(broken_off)? {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "file" {
            let given = plain_name(field.file_name().unwrap_or_default());
            file = Some((given, save(field, max_bytes).await?));
        } else if known.contains(&name.as_str()) {
            fields.insert(name, text(field).await?);
        } else {
            let name: String = name.chars().take(40).collect();
            return Err(Problem::wrong("form", Message::new("form_field_unknown").with("name", name)));
        }
    }
    RequestRight::verify(right).await?;
    let missing = || Problem::wrong("form", Message::new("form_without_file"));
    let (file_name, file) = file.ok_or_else(missing)?;
    Ok(Form { file_name, file, fields })
}

/// Streams the file to disk; never more of it than the limit.
async fn save(mut field: Field<'_>, max_bytes: u64) -> Result<tempfile::NamedTempFile, Problem> {
    let file = tempfile::NamedTempFile::new().map_err(|error| failed(&error))?;
    let mut out = tokio::fs::File::from_std(file.reopen().map_err(|error| failed(&error))?);
    let mut n_bytes: u64 = 0;
    let begun = Instant::now();
    while let Some(chunk) = field.chunk().await.map_err(broken_off)? {
        n_bytes += u64::try_from(chunk.len()).unwrap_or(u64::MAX);
        if begun.elapsed() > SLOWEST_START + Duration::from_secs(n_bytes / SLOWEST_BYTES) {
            return Err(Problem::stalled());
        }
        if n_bytes > max_bytes {
            let megabytes = max_bytes / 1024 / 1024;
            let message = Message::new("upload_too_large").count("megabytes", megabytes);
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message));
        }
        out.write_all(&chunk).await.map_err(|error| failed(&error))?;
    }
    out.flush().await.map_err(|error| failed(&error))?;
    Ok(file)
}

async fn text(mut field: Field<'_>) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(broken_off)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_FIELD {
            let message = Message::new("form_field_long");
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message));
        }
    }
    let text =
        String::from_utf8(bytes).map_err(|_| Problem::wrong("form", Message::new("form_field_not_utf_8")))?;
    Ok(text.trim().to_owned())
}

/// The last part of the name, whichever system it came from.
pub fn plain_name(given: &str) -> String {
    let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let plain: String = last.chars().filter(|c| !c.is_control()).take(255).collect();
    if plain.is_empty() || plain == "." || plain == ".." { "book".to_owned() } else { plain }
}

#[expect(clippy::needless_pass_by_value, reason = "this is what `map_err` hands over")]
fn broken_off(error: MultipartError) -> Problem {
    if Problem::is_stall(&error) {
        return Problem::stalled();
    }
    Problem::new(error.status(), "form", Message::new("form_unreadable").with("detail", error.body_text()))
}

fn failed(error: &std::io::Error) -> Problem {
    Problem::unkept(error)
}

/// The name of a file for the browser, with a plain one for those that read no other.
pub fn attachment(file_name: &str) -> HeaderValue {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ' ');
    let plain: String = file_name.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    let mut encoded = String::new();
    for byte in file_name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_') {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    let value = format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{encoded}");
    HeaderValue::from_str(&value).unwrap_or(HeaderValue::from_static("attachment"))
}
