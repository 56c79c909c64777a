//! What the bytes of a string mean in a font: characters, and how far each goes.

use super::load::{Pdf, is_too_large, too_large};
use crate::import::ImportError;
use hayro_cmap::{BfString, CMap, CMapName, CidFamily, load_embedded};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use std::collections::HashMap;
use std::rc::Rc;

/// One table of characters, unpacked.
const MAX_MAP: usize = 8 << 20;

/// The fonts that were read already.
#[derive(Default)]
pub(super) struct Fonts(HashMap<ObjectId, Rc<Font>>);

/// A font as far as text needs it.
pub(super) struct Font {
    codes: Codes,
    to_unicode: Option<CMap>,
    widths: HashMap<u32, f64>,
    usual_width: f64,
    /// Whether the file says how wide its characters are.
    pub(super) has_widths: bool,
    pub(super) is_vertical: bool,
    /// Whether its name says that it is slanted or bold.
    pub(super) is_stressed: bool,
}

/// How bytes become codes, and codes characters where no table says so.
enum Codes {
    OneByte(Vec<String>),
    TwoBytes(Option<Box<CMap>>),
    /// By the table of the encoding, from there by that of the character collection.
    Named(Box<CMap>, Option<Box<CMap>>),
}

/// A code of a string.
pub(super) struct ShownCode {
    /// `None` if nothing says what it is.
    pub(super) text: Option<String>,
    /// In ems.
    pub(super) width: f64,
    pub(super) is_space: bool,
}

impl Pdf {
    /// The font a resource names.
    pub(super) fn font(
        &mut self,
        resources: &Dictionary,
        name: &[u8],
    ) -> Result<Option<Rc<Font>>, ImportError> {
        let Some(fonts) = self.dictionary(resources, b"Font") else { return Ok(None) };
        let id = fonts.get(name).and_then(Object::as_reference).ok();
        if let Some(font) = id.and_then(|id| self.fonts.0.get(&id)) {
            return Ok(Some(Rc::clone(font)));
        }
        let Some(font) = self.dictionary(fonts, name) else { return Ok(None) };
        let font = Rc::new(Font::read(font, &self.document)?);
        if let Some(id) = id {
            self.fonts.0.insert(id, Rc::clone(&font));
        }
        Ok(Some(font))
    }
}

impl Font {
    fn read(font: &Dictionary, document: &Document) -> Result<Self, ImportError> {
        let to_unicode = match font.get_deref(b"ToUnicode", document).and_then(Object::as_stream) {
            Ok(stream) => map_of(stream)?,
            Err(_) => None,
        };
        let name = font.get_deref(b"BaseFont", document).and_then(Object::as_name).unwrap_or_default();
        let name = String::from_utf8_lossy(name).to_lowercase();
        let is_stressed =
            ["italic", "oblique", "bold", "-it", "kursiv"].iter().any(|word| name.contains(word));
        let subtype = font.get_deref(b"Subtype", document).and_then(Object::as_name).unwrap_or_default();
        if subtype == b"Type0" {
            return Self::composite(font, document, to_unicode, is_stressed);
        }
        let texts = one_byte_texts(font, document);
        let (widths, has_widths) = simple_widths(font, document, subtype == b"Type3");
        let codes = Codes::OneByte(texts);
        let usual_width = if has_widths { 0.0 } else { 0.5 };
        Ok(Self { codes, to_unicode, widths, usual_width, has_widths, is_vertical: false, is_stressed })
    }

    fn composite(
        font: &Dictionary,
        document: &Document,
        to_unicode: Option<CMap>,
        is_stressed: bool,
    ) -> Result<Self, ImportError> {
        let descendants = font.get_deref(b"DescendantFonts", document).and_then(Object::as_array).ok();
        let descendant = descendants.and_then(|fonts| document.dereference(fonts.first()?).ok());
        let empty = Dictionary::new();
        let descendant = descendant.and_then(|(_, font)| font.as_dict().ok()).unwrap_or(&empty);
        let family = family(descendant, document);
        let to_ucs2 = || named_map(family.as_ref()?.ucs2_cmap()?).map(Box::new);
        let encoding = font.get_deref(b"Encoding", document).ok();
        let (codes, is_vertical) = match encoding {
            Some(Object::Name(name)) if !name.starts_with(b"Identity") => {
                let vertical = name.ends_with(b"-V");
                match named_map(CMapName::from_bytes(name)) {
                    Some(map) => (Codes::Named(Box::new(map), to_ucs2()), vertical),
                    None => (Codes::TwoBytes(to_ucs2()), vertical),
                }
            }
            Some(Object::Stream(stream)) => {
                let vertical = stream.dict.get(b"WMode").and_then(Object::as_i64).is_ok_and(|mode| mode == 1);
                match map_of(stream)? {
                    Some(map) => (Codes::Named(Box::new(map), to_ucs2()), vertical),
                    None => (Codes::TwoBytes(to_ucs2()), vertical),
                }
            }
            Some(Object::Name(name)) => (Codes::TwoBytes(to_ucs2()), name.ends_with(b"-V")),
            _ => (Codes::TwoBytes(to_ucs2()), false),
        };
        let usual_width = descendant
            .get_deref(b"DW", document)
            .and_then(Object::as_float)
            .map_or(1.0, |w| f64::from(w) / 1000.0);
        let widths = composite_widths(descendant, document);
        Ok(Self { codes, to_unicode, widths, usual_width, has_widths: true, is_vertical, is_stressed })
    }

    /// The codes of a string.
    pub(super) fn glyphs_of(&self, bytes: &[u8]) -> Vec<ShownCode> {
        let mut shown = Vec::with_capacity(bytes.len());
        let mut rest = bytes;
        while !rest.is_empty() {
            let (code, n_bytes) = self.next_code(rest);
            rest = rest.get(n_bytes..).unwrap_or_default();
            let cid = self.cid(code, n_bytes);
            let text = self.text(code, cid).map(|text| tidy(&text));
            let width = self.widths.get(&cid).copied().unwrap_or(self.usual_width);
            shown.push(ShownCode { text, width, is_space: n_bytes == 1 && code == 32 });
        }
        shown
    }

    fn next_code(&self, bytes: &[u8]) -> (u32, usize) {
        let code = |n: usize| bytes.iter().take(n).fold(0_u32, |code, byte| code << 8 | u32::from(*byte));
        match &self.codes {
            Codes::OneByte(_) => (code(1), 1),
            Codes::TwoBytes(_) => (code(2), 2),
            Codes::Named(map, _) => {
                let found = (1..=4_u8.min(u8::try_from(bytes.len()).unwrap_or(4)))
                    .find(|n| map.lookup_cid_code(code(usize::from(*n)), *n).is_some());
                let n = usize::from(found.unwrap_or(1));
                (code(n), n)
            }
        }
    }

    fn cid(&self, code: u32, n_bytes: usize) -> u32 {
        match &self.codes {
            Codes::OneByte(_) | Codes::TwoBytes(_) => code,
            Codes::Named(map, _) => {
                u8::try_from(n_bytes).ok().and_then(|n| map.lookup_cid_code(code, n)).unwrap_or_default()
            }
        }
    }

    fn text(&self, code: u32, cid: u32) -> Option<String> {
        let by_table = self.to_unicode.as_ref().and_then(|map| map.lookup_bf_string(code)).map(string);
        // A table may say that a code is nothing, or a stand-in for a glyph without a character.
        let is_real = |text: &String| text.chars().any(|c| c != '\0' && c != '\u{fffd}');
        by_table.filter(is_real).or_else(|| match &self.codes {
            Codes::OneByte(texts) => {
                texts.get(usize::try_from(code).ok()?).filter(|text| !text.is_empty()).cloned()
            }
            Codes::TwoBytes(map) | Codes::Named(_, map) => {
                map.as_ref().and_then(|map| map.lookup_bf_string(cid)).map(string).filter(is_real)
            }
        })
    }
}

fn string(text: BfString) -> String {
    match text {
        BfString::Char(character) => character.to_string(),
        BfString::String(text) => text,
    }
}

/// Ligatures taken apart, forms for compatibility with old fonts as the characters they stand for.
fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\u{fb00}' => tidy.push_str("ff"),
            '\u{fb01}' => tidy.push_str("fi"),
            '\u{fb02}' => tidy.push_str("fl"),
            '\u{fb03}' => tidy.push_str("ffi"),
            '\u{fb04}' => tidy.push_str("ffl"),
            '\u{fb05}' | '\u{fb06}' => tidy.push_str("st"),
            '\u{2f00}'..='\u{2fdf}' => {
                tidy.extend(unicode_normalization::UnicodeNormalization::nfkc(std::iter::once(character)));
            }
            '\u{fe30}'..='\u{fe44}' | '\u{fe19}' => tidy.push(upright(character)),
            '\t' | '\r' | '\n' | '\u{a0}' => tidy.push(' '),
            character if character.is_control() => {}
            character => tidy.push(character),
        }
    }
    tidy
}

/// The usual form of a mark that is drawn for vertical lines.
const fn upright(character: char) -> char {
    match character {
        '︙' => '…',
        '︰' => '‥',
        '︱' => '—',
        '︵' => '（',
        '︶' => '）',
        '︷' => '｛',
        '︸' => '｝',
        '︹' => '〔',
        '︺' => '〕',
        '︻' => '【',
        '︼' => '】',
        '︽' => '《',
        '︾' => '》',
        '︿' => '〈',
        '﹀' => '〉',
        '﹁' => '「',
        '﹂' => '」',
        '﹃' => '『',
        '﹄' => '』',
        _ => character,
    }
}

fn map_of(stream: &Stream) -> Result<Option<CMap>, ImportError> {
    match stream.get_plain_content_with_limit(MAX_MAP) {
        Ok(content) => Ok(CMap::parse(&content, load_embedded)),
        Err(error) if is_too_large(&error) => Err(too_large()),
        Err(_) => Ok(None),
    }
}

fn named_map(name: CMapName<'_>) -> Option<CMap> {
    CMap::parse(load_embedded(name)?, load_embedded)
}

/// The character collection of an Asian font.
fn family(descendant: &Dictionary, document: &Document) -> Option<CidFamily> {
    let info = descendant.get_deref(b"CIDSystemInfo", document).and_then(Object::as_dict).ok()?;
    let text = |key: &[u8]| info.get_deref(key, document).and_then(Object::as_str).ok();
    Some(CidFamily::from_registry_ordering(text(b"Registry")?, text(b"Ordering")?))
}

/// What each byte means by the encoding of a font.
fn one_byte_texts(font: &Dictionary, document: &Document) -> Vec<String> {
    let encoding = font.get_deref(b"Encoding", document).ok();
    let base = match encoding {
        Some(Object::Name(name)) => Some(name.as_slice()),
        Some(Object::Dictionary(dictionary)) => {
            dictionary.get_deref(b"BaseEncoding", document).and_then(Object::as_name).ok()
        }
        _ => None,
    };
    let mut texts: Vec<String> = (0..=255_u8).map(|byte| by_encoding(base, byte, document)).collect();
    let differences = encoding.and_then(|encoding| encoding.as_dict().ok());
    let differences =
        differences.and_then(|e| e.get_deref(b"Differences", document).and_then(Object::as_array).ok());
    let mut at = 0;
    for object in differences.into_iter().flatten() {
        if let Object::Integer(code) = object {
            at = usize::try_from(*code).unwrap_or(256);
        } else if let Object::Name(name) = object {
            if let Some(text) = texts.get_mut(at) {
                *text = by_glyph_name(name, document);
            }
            at += 1;
        }
    }
    texts
}

/// A byte in a usual encoding, empty if it means nothing there.
fn by_encoding(base: Option<&[u8]>, byte: u8, document: &Document) -> String {
    let mut font = Dictionary::new();
    font.set("Type", Object::Name(b"Font".to_vec()));
    if let Some(base @ (b"WinAnsiEncoding" | b"MacRomanEncoding" | b"MacExpertEncoding")) = base {
        font.set("Encoding", Object::Name(base.to_vec()));
    }
    let encoding = font.get_font_encoding(document);
    encoding.and_then(|encoding| encoding.bytes_to_string(&[byte])).unwrap_or_default()
}

/// The character a glyph is named after, empty if the name says nothing.
fn by_glyph_name(name: &[u8], document: &Document) -> String {
    let text = String::from_utf8_lossy(name);
    // A stem may be followed by a remark about its form.
    let stem = text.split('.').next().unwrap_or_default();
    if let Some(hex) = stem.strip_prefix("uni").or_else(|| stem.strip_prefix('u'))
        && (4..=6).contains(&hex.len())
        && let Some(character) = u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)
    {
        return character.to_string();
    }
    // The standard encoding has nothing at zero, which is where the name is asked for.
    let mut encoding = Dictionary::new();
    encoding.set("Differences", vec![Object::Integer(0), Object::Name(stem.as_bytes().to_vec())]);
    let mut font = Dictionary::new();
    font.set("Type", Object::Name(b"Font".to_vec()));
    font.set("Encoding", Object::Dictionary(encoding));
    font.get_font_encoding(document).and_then(|encoding| encoding.bytes_to_string(&[0])).unwrap_or_default()
}

fn simple_widths(font: &Dictionary, document: &Document, is_drawn: bool) -> (HashMap<u32, f64>, bool) {
    let first = font.get_deref(b"FirstChar", document).and_then(Object::as_i64).unwrap_or_default();
    let Ok(widths) = font.get_deref(b"Widths", document).and_then(Object::as_array) else {
        return (HashMap::new(), false);
    };
    let matrix = font.get_deref(b"FontMatrix", document).and_then(Object::as_array).ok();
    let scale = matrix.filter(|_| is_drawn).and_then(|matrix| matrix.first()?.as_float().ok());
    let scale = scale.map_or(0.001, |scale| f64::from(scale).abs());
    let codes = (u32::try_from(first).unwrap_or_default()..=255).zip(widths);
    let width = |object: &Object| {
        document
            .dereference(object)
            .ok()
            .and_then(|(_, width)| width.as_float().ok())
            .map(|w| f64::from(w) * scale)
    };
    (codes.filter_map(|(code, object)| Some((code, width(object)?))).collect(), true)
}

/// `W` of a composite font: `first [w w w]` or `first last w`.
fn composite_widths(font: &Dictionary, document: &Document) -> HashMap<u32, f64> {
    // A list that says the same codes again and again is cut off.
    const MOST: usize = 1 << 20;
    let mut widths = HashMap::new();
    let Ok(list) = font.get_deref(b"W", document).and_then(Object::as_array) else { return widths };
    let resolved = |object: &Object| document.dereference(object).ok().map(|(_, object)| object.clone());
    let mut objects = list.iter();
    let mut n_said = 0;
    while n_said < MOST
        && let Some(first) =
            objects.next().and_then(resolved).and_then(|o| u32::try_from(o.as_i64().ok()?).ok())
    {
        match objects.next().and_then(resolved) {
            Some(Object::Array(own)) => {
                n_said += own.len();
                for (code, width) in (first..=0x1_0000).zip(&own) {
                    widths.insert(code, width.as_float().map_or(1.0, |w| f64::from(w) / 1000.0));
                }
            }
            Some(last) => {
                let last = last.as_i64().ok().and_then(|last| u32::try_from(last).ok()).unwrap_or_default();
                let width =
                    objects.next().and_then(|o| o.as_float().ok()).map_or(1.0, |w| f64::from(w) / 1000.0);
                n_said += usize::try_from(last.min(0xffff).saturating_sub(first)).unwrap_or(MOST) + 1;
                widths.extend((first..=last.min(0xffff)).map(|code| (code, width)));
            }
            None => break,
        }
    }
    widths
}
