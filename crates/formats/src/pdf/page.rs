//! What stands on a page: its operations carried out as far as text needs it.

use super::font::{Font, ShownCode};
use super::load::Pdf;
use super::matrix::Matrix;
use crate::import::ImportError;
use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Object, ObjectId};
use std::rc::Rc;

/// Forms inside forms beyond this are not drawn.
const MAX_DEPTH: usize = 24;
/// States kept inside states.
const MAX_STATES: usize = 512;
/// Glyphs on one page.
const MAX_GLYPHS: usize = 1_000_000;

/// A character where it stands, the page upright.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own about a glyph")]
pub(super) struct Glyph {
    pub(super) text: String,
    pub(super) x: f64,
    pub(super) y: f64,
    /// How far it goes along its line.
    pub(super) width: f64,
    /// The height of the type.
    pub(super) size: f64,
    /// Which way its line goes.
    pub(super) way: Way,
    pub(super) is_stressed: bool,
    /// Whether its width is known and not guessed.
    pub(super) has_width: bool,
    /// Whether a font for vertical lines drew it.
    pub(super) is_vertical: bool,
    /// Whether the file says that it is no part of the text.
    pub(super) is_artifact: bool,
}

/// Which way a line goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    Right,
    Up,
    Left,
    Down,
    Slanted,
}

/// What a page shows.
#[derive(Debug, Default)]
pub(super) struct DrawnPage {
    pub(super) glyphs: Vec<Glyph>,
    pub(super) n_pictures: usize,
    pub(super) n_unknown: usize,
    pub(super) n_invisible: usize,
    /// Whether the page has more glyphs than were read.
    pub(super) is_cut: bool,
}

#[derive(Clone)]
struct State {
    matrix: Matrix,
    font: Option<Rc<Font>>,
    size: f64,
    char_space: f64,
    word_space: f64,
    scale: f64,
    leading: f64,
    rise: f64,
    is_invisible: bool,
}

struct Painter<'a> {
    pdf: &'a mut Pdf,
    drawn: DrawnPage,
    state: State,
    states: Vec<State>,
    text: Matrix,
    line: Matrix,
    /// What is marked around the operation: whether it is no part of the text, and the words it stands for.
    marks: Vec<(bool, Option<String>)>,
    /// The forms being drawn, one inside the other.
    forms: Vec<ObjectId>,
}

/// Carries out what a page says.
pub(super) fn draw(pdf: &mut Pdf, page: ObjectId) -> Result<DrawnPage, ImportError> {
    let content = pdf.page_content(page)?;
    let resources =
        pdf.inherited(page, b"Resources").and_then(|o| o.as_dict().ok()).cloned().unwrap_or_default();
    let turned =
        pdf.inherited(page, b"Rotate").and_then(|o| o.as_i64().ok()).unwrap_or_default().rem_euclid(360);
    let upright = match turned {
        90 => Matrix([0.0, -1.0, 1.0, 0.0, 0.0, 0.0]),
        180 => Matrix([-1.0, 0.0, 0.0, -1.0, 0.0, 0.0]),
        270 => Matrix([0.0, 1.0, -1.0, 0.0, 0.0, 0.0]),
        _ => Matrix::IDENTITY,
    };
    let state = State {
        matrix: upright,
        font: None,
        size: 0.0,
        char_space: 0.0,
        word_space: 0.0,
        scale: 1.0,
        leading: 0.0,
        rise: 0.0,
        is_invisible: false,
    };
    let mut painter = Painter {
        pdf,
        drawn: DrawnPage::default(),
        state,
        states: Vec::new(),
        text: Matrix::IDENTITY,
        line: Matrix::IDENTITY,
        marks: Vec::new(),
        forms: Vec::new(),
    };
    painter.run(&content, &resources, 0)?;
    Ok(painter.drawn)
}

impl Painter<'_> {
    fn run(&mut self, content: &[u8], resources: &Dictionary, depth: usize) -> Result<(), ImportError> {
        for operation in Content::decode_iter(content) {
            self.pdf.count_operation()?;
            // What follows a fault cannot be made out.
            let Ok(operation) = operation else { break };
            self.operation(&operation, resources, depth)?;
        }
        Ok(())
    }

    fn operation(
        &mut self,
        operation: &Operation,
        resources: &Dictionary,
        depth: usize,
    ) -> Result<(), ImportError> {
        let numbers: Vec<f64> =
            operation.operands.iter().filter_map(|o| o.as_float().ok()).map(f64::from).take(8).collect();
        let number = |at: usize| numbers.get(at).copied().filter(|n| n.is_finite()).unwrap_or_default();
        let string = |at: usize| operation.operands.get(at).and_then(|o| o.as_str().ok()).unwrap_or_default();
        match operation.operator.as_str() {
            "q" if self.states.len() < MAX_STATES => self.states.push(self.state.clone()),
            "Q" => self.state = self.states.pop().unwrap_or_else(|| self.state.clone()),
            "cm" => {
                if let Some(matrix) = Matrix::from_numbers(&numbers) {
                    self.state.matrix = matrix.then(self.state.matrix);
                }
            }
            "BT" => (self.text, self.line) = (Matrix::IDENTITY, Matrix::IDENTITY),
            "Tf" => {
                if let Some(Object::Name(name)) = operation.operands.first() {
                    self.state.font = self.pdf.font(resources, name)?;
                }
                self.state.size = number(0);
            }
            "Tc" => self.state.char_space = number(0),
            "Tw" => self.state.word_space = number(0),
            "Tz" => self.state.scale = number(0) / 100.0,
            "TL" => self.state.leading = number(0),
            "Ts" => self.state.rise = number(0),
            "Tr" => self.state.is_invisible = (number(0) - 3.0).abs() < 0.1,
            "Td" => self.next_line(number(0), number(1)),
            "TD" => {
                self.state.leading = -number(1);
                self.next_line(number(0), number(1));
            }
            "Tm" => {
                if let Some(matrix) = Matrix::from_numbers(&numbers) {
                    (self.text, self.line) = (matrix, matrix);
                }
            }
            "T*" => self.next_line(0.0, -self.state.leading),
            "Tj" => self.show(string(0)),
            "'" => {
                self.next_line(0.0, -self.state.leading);
                self.show(string(0));
            }
            "\"" => {
                (self.state.word_space, self.state.char_space) = (number(0), number(1));
                self.next_line(0.0, -self.state.leading);
                self.show(string(2));
            }
            "TJ" => self.show_all(operation.operands.first().and_then(|o| o.as_array().ok())),
            "BMC" | "BDC" => self.mark(operation, resources),
            "EMC" => drop(self.marks.pop()),
            "BI" => self.drawn.n_pictures += 1,
            "Do" => {
                if let Some(Object::Name(name)) = operation.operands.first() {
                    self.object(resources, name, depth)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn next_line(&mut self, x: f64, y: f64) {
        self.line = Matrix::moved(x, y).then(self.line);
        self.text = self.line;
    }

    /// What the file says about what comes next.
    fn mark(&mut self, operation: &Operation, resources: &Dictionary) {
        if self.marks.len() >= MAX_STATES {
            return;
        }
        let is_artifact =
            matches!(operation.operands.first(), Some(Object::Name(name)) if name == b"Artifact");
        let properties = match operation.operands.get(1) {
            Some(Object::Dictionary(properties)) => Some(properties),
            Some(Object::Name(name)) => {
                let named = self.pdf.dictionary(resources, b"Properties");
                named.and_then(|named| self.pdf.dictionary(named, name))
            }
            _ => None,
        };
        let actual = properties.and_then(|properties| properties.get(b"ActualText").ok());
        let actual = actual.and_then(|text| lopdf::decode_text_string(text).ok());
        self.marks.push((is_artifact, actual));
    }

    fn show_all(&mut self, parts: Option<&Vec<Object>>) {
        for part in parts.into_iter().flatten() {
            if let Ok(string) = part.as_str() {
                self.show(string);
            } else if let Ok(number) = part.as_float() {
                let by = -f64::from(number) / 1000.0 * self.state.size;
                let is_vertical = self.state.font.as_ref().is_some_and(|font| font.is_vertical);
                let (x, y) = if is_vertical { (0.0, by) } else { (by * self.state.scale, 0.0) };
                self.text = Matrix::moved(x, y).then(self.text);
            }
        }
    }

    fn show(&mut self, bytes: &[u8]) {
        let Some(font) = self.state.font.clone() else { return };
        for ShownCode { text, width, is_space } in font.glyphs_of(bytes) {
            let word_space = if is_space { self.state.word_space } else { 0.0 };
            let advance = if font.is_vertical {
                -self.state.size + self.state.char_space + word_space
            } else {
                width.mul_add(self.state.size, self.state.char_space + word_space) * self.state.scale
            };
            self.glyph(text, width, &font);
            let (x, y) = if font.is_vertical { (0.0, advance) } else { (advance, 0.0) };
            self.text = Matrix::moved(x, y).then(self.text);
        }
    }

    fn glyph(&mut self, text: Option<String>, width: f64, font: &Font) {
        // Words that a stretch stands for come with its first glyph, and the others bring none.
        let text = match self.marks.iter_mut().rev().find_map(|(_, actual)| actual.as_mut()) {
            Some(actual) => std::mem::take(actual),
            None => text.unwrap_or_else(|| {
                self.drawn.n_unknown += 1;
                char::REPLACEMENT_CHARACTER.to_string()
            }),
        };
        if self.drawn.glyphs.len() >= MAX_GLYPHS {
            self.drawn.is_cut = true;
            return;
        }
        let placed = self.text.then(self.state.matrix);
        let (x, y) = placed.point(0.0, self.state.rise);
        let (along, across) = (placed.direction(1.0, 0.0), placed.direction(0.0, 1.0));
        let size = across.0.hypot(across.1) * self.state.size.abs();
        if !(x.is_finite() && y.is_finite() && size.is_finite()) || size < 0.01 {
            return;
        }
        self.drawn.n_invisible += usize::from(self.state.is_invisible && !text.trim().is_empty());
        // A negative size and a negative scale together are text that goes forwards.
        let backwards = if self.state.size * self.state.scale < 0.0 { -1.0 } else { 1.0 };
        let length = if font.is_vertical {
            size
        } else {
            along.0.hypot(along.1) * (width * self.state.size * self.state.scale).abs()
        };
        self.drawn.glyphs.push(Glyph {
            text,
            x,
            y,
            width: length,
            size,
            way: way(along.0 * backwards, along.1 * backwards),
            is_stressed: font.is_stressed,
            has_width: font.has_widths,
            is_vertical: font.is_vertical,
            is_artifact: self.marks.iter().any(|(is_artifact, _)| *is_artifact),
        });
    }

    fn object(&mut self, resources: &Dictionary, name: &[u8], depth: usize) -> Result<(), ImportError> {
        let objects = self.pdf.dictionary(resources, b"XObject");
        let object = objects.and_then(|objects| objects.get_deref(name, &self.pdf.document).ok());
        let Some(Object::Stream(form)) = object else { return Ok(()) };
        if form.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|subtype| subtype == b"Image") {
            self.drawn.n_pictures += 1;
            return Ok(());
        }
        let id = objects.and_then(|objects| objects.get(name).ok()?.as_reference().ok());
        if depth >= MAX_DEPTH || id.is_some_and(|id| self.forms.contains(&id)) {
            return Ok(());
        }
        let form = form.clone();
        let Some(content) = self.pdf.form_content(&form)? else { return Ok(()) };
        let own = self.pdf.dictionary(&form.dict, b"Resources").cloned();
        let numbers = form.dict.get_deref(b"Matrix", &self.pdf.document).and_then(Object::as_array).ok();
        let numbers: Vec<f64> =
            numbers.into_iter().flatten().filter_map(|o| o.as_float().ok()).map(f64::from).collect();
        let (state, states) = (self.state.clone(), std::mem::take(&mut self.states));
        if let Some(matrix) = Matrix::from_numbers(&numbers) {
            self.state.matrix = matrix.then(self.state.matrix);
        }
        self.forms.extend(id);
        self.run(&content, own.as_ref().unwrap_or(resources), depth + 1)?;
        self.forms.truncate(self.forms.len() - usize::from(id.is_some()));
        (self.state, self.states) = (state, states);
        Ok(())
    }
}

fn way(x: f64, y: f64) -> Way {
    let slope = 0.1;
    if y.abs() <= x.abs() * slope {
        if x < 0.0 { Way::Left } else { Way::Right }
    } else if x.abs() <= y.abs() * slope {
        if y < 0.0 { Way::Down } else { Way::Up }
    } else {
        Way::Slanted
    }
}
