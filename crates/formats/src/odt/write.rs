//! Text as character data in spans.

use super::languages::SOURCE_STYLE;
use crate::epub::escape_xml;
use crate::office::inline::Writer;
use crate::office::xml::Xml;
use crate::office::{Block, Languages, Part, Voice};

/// Writes text.
pub(super) struct SpanWriter {
    /// What the part calls the namespace, with a colon.
    text: String,
    voice: Voice,
}

impl SpanWriter {
    pub(super) fn new(xml: &Xml, _languages: &Languages, voice: Voice) -> Self {
        Self { text: xml.prefix("text"), voice }
    }

    fn wrapped(&self, inside: &str, format: &str, written: &mut String) {
        let t = &self.text;
        let is_marked = self.voice == Voice::Source;
        if is_marked {
            written.extend(["<", t, "span ", t, "style-name=\"", SOURCE_STYLE, "\">"]);
        }
        written.push_str(format);
        written.push_str(inside);
        let n_spans = format.matches('<').count() + usize::from(is_marked);
        (0..n_spans).for_each(|_| written.extend(["</", t, "span>"]));
    }
}

impl Writer for SpanWriter {
    fn text(&self, text: &str, format: &str, written: &mut String) {
        let mut inside = String::with_capacity(text.len());
        let mut rest = text;
        // The second of two spaces, and one at an edge, is an element.
        while let Some(at) = rest.find("  ") {
            let (before, spaces) = rest.split_at(at);
            let after = spaces.trim_start_matches(' ');
            inside.push_str(&escape_xml(before));
            let n_more = (spaces.len() - after.len() - 1).to_string();
            inside.extend([" <", &self.text, "s ", &self.text, "c=\"", &n_more, "\"/>"]);
            rest = after;
        }
        inside.push_str(&escape_xml(rest));
        self.wrapped(&inside, format, written);
    }

    fn ruby(&self, base: &str, reading: &str, format: &str, written: &mut String) {
        let (t, base, reading) = (&self.text, escape_xml(base), escape_xml(reading));
        let inside = format!(
            "<{t}ruby><{t}ruby-base>{base}</{t}ruby-base><{t}ruby-text>{reading}</{t}ruby-text></{t}ruby>"
        );
        self.wrapped(&inside, format, written);
    }

    fn run(&self, inside: &str, _format: &str, written: &mut String) {
        written.push_str(inside);
    }
}

/// What stands between the two texts of a block.
pub(super) fn between(part: &Part, block: &Block) -> String {
    let t = part.xml.prefix("text");
    if !block.may_double {
        return format!("<{t}line-break/>");
    }
    let style = part.xml.value_range(block.element, "style-name").map(|range| part.xml.cut(range));
    let style = style.map_or_else(String::new, |style| format!(" {t}style-name=\"{style}\""));
    format!("</{t}p><{t}p{style}>")
}
