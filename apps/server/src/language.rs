//! The language a request is answered in: the words of the catalogue, in the kind of Chinese that is asked for.

use axum::extract::Request;
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;
use formats::import::FileFault;
use messages::{Language, Message, Param, Words};
use operations::chinese::in_taiwanese;

/// What a reader reads.
#[derive(Debug, Clone, Copy, Default)]
struct Reader {
    language: Language,
    /// Chinese in traditional characters, with the words of Taiwan.
    is_traditional: bool,
}

tokio::task_local! {
    static READER: Reader;
}

/// Answers the request in the language it asks for with `Accept-Language`.
pub(crate) async fn answer_in_language(request: Request, next: Next) -> Response {
    let asked = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    READER.scope(asked.map_or_else(Reader::default, Reader::from_header), next.run(request)).await
}

impl Reader {
    fn from_header(header: &str) -> Self {
        let language = Language::accepted(header);
        let first_chinese = header.split(',').map(str::trim).find(|tag| tag.starts_with("zh"));
        let tag = first_chinese.and_then(|part| part.split(';').next()).unwrap_or_default();
        let is_traditional = tag.split('-').any(|part| matches!(part, "Hant" | "TW" | "HK" | "MO"));
        Self { language, is_traditional: is_traditional && language == Language::Chinese }
    }
}

/// The reader of the request under way; one of English outside of one.
fn reader() -> Reader {
    READER.try_with(|reader| *reader).unwrap_or_default()
}

/// The tag of the language of the request, for what is said to its reader later.
pub(crate) fn tag() -> String {
    reader().language.tag().to_owned()
}

/// A message in the language of the request.
pub(crate) fn render(message: &Message) -> Words {
    let Reader { language, is_traditional } = reader();
    if !is_traditional {
        return messages::render(message, language);
    }
    // What is quoted, a title or a name, stays in its own characters: only the sentence around it is converted.
    let mut quoted = Vec::new();
    let message = with_marks(message, &mut quoted);
    let Words { text, hint } = messages::render(&message, language);
    let told = |text: &str| {
        let converted = in_taiwanese(text);
        let put_back = |text: String, (mark, quote): &(char, String)| text.replace(*mark, quote);
        quoted.iter().fold(converted, put_back)
    };
    Words { text: told(&text), hint: hint.as_deref().map(told) }
}

/// The message with a mark of the private use area in the place of each text of other than plain letters.
fn with_marks(message: &Message, quoted: &mut Vec<(char, String)>) -> Message {
    let params = message.params.iter().map(|(name, param)| {
        let param = match param {
            Param::Text(text) if !text.is_ascii() => {
                let n_quoted = u32::try_from(quoted.len()).unwrap_or(u32::MAX);
                match 0xE000_u32.checked_add(n_quoted).and_then(char::from_u32) {
                    Some(mark) => {
                        quoted.push((mark, text.clone()));
                        Param::Text(mark.to_string())
                    }
                    None => param.clone(),
                }
            }
            Param::Message(part) => Param::Message(with_marks(part, quoted)),
            Param::Text(_) | Param::Number(_) | Param::Amount(_) => param.clone(),
        };
        (*name, param)
    });
    Message { code: message.code, params: params.collect() }
}

/// A text that comes in English, in the language of the request where the catalogue knows it.
pub(crate) fn recognised(text: &str) -> String {
    if reader().language == Language::English {
        return text.to_owned();
    }
    messages::recognise(text).map_or_else(|| text.to_owned(), |message| render(&message).text)
}

/// Of a text in both languages, the one that the request asks for.
pub(crate) fn either(english: &str, chinese: &str) -> String {
    match reader() {
        Reader { language: Language::English, .. } => english.to_owned(),
        Reader { is_traditional: true, .. } => in_taiwanese(chinese),
        Reader { is_traditional: false, .. } => chinese.to_owned(),
    }
}

/// What was noticed about a file.
pub(crate) fn finding(finding: &FileFault) -> String {
    let message = recognised(&finding.message);
    if finding.subject.is_empty() {
        return message;
    }
    format!("{}{}{message}", recognised(&finding.subject), reader().language.colon())
}
