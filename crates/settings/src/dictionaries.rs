//! Bilingual dictionaries on this machine: named in the settings, put beside them, or installed by the system. Each is
//! read when it is first needed, and once.

use crate::error::{SettingsError, unreadable};
use crate::file::Settings;
use crate::style::Styles;
use book::language::LanguageTag;
use checks::dictionary::glossary::Glossary;
use checks::dictionary::{
    Complaint, Dictionaries, DictionaryLookup, FoundDictionary, cedict, edict, freedict, serves,
};
use checks::policy::Policy;
use flate2::read::MultiGzDecoder;
use messages::{Explain as _, Language, Message, Words};
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What the settings say: source language, target language, file. An empty name means none.
pub type NamedDictionaries = BTreeMap<LanguageTag, BTreeMap<LanguageTag, PathBuf>>;

/// Where the system keeps what it installs.
const SYSTEM: &str = "/usr/share";
/// A list of words that is larger is none.
const MOST_BYTES: u64 = 64 << 20;
/// The text of a `FreeDict` dictionary is not held in memory and may be larger.
const MOST_TEXT: u64 = 512 << 20;

/// The dictionaries of this machine, the same for the whole process.
pub fn dictionaries() -> Result<Arc<dyn Dictionaries>, SettingsError> {
    Ok(installed()? as Arc<dyn Dictionaries>)
}

/// Where the dictionaries of this machine are.
pub fn places() -> Result<DictionaryPlaces, SettingsError> {
    installed().map(DictionaryPlaces)
}

/// Where a dictionary is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DictionaryPlace {
    /// In this file.
    At(PathBuf),
    /// A person wants none for these languages.
    TurnedOff,
}

/// Where the dictionaries of this machine are.
pub struct DictionaryPlaces(Arc<InstalledDictionaries>);

impl DictionaryPlaces {
    /// Where the one for a pair of languages is, if there is any.
    pub fn for_pair(&self, source: &LanguageTag, target: &LanguageTag) -> Option<DictionaryPlace> {
        self.0.place(source, target)
    }

    /// The folder for files a person adds.
    pub fn own_folder(&self) -> &Path {
        &self.0.own
    }
}

fn installed() -> Result<Arc<InstalledDictionaries>, SettingsError> {
    static INSTALLED: OnceLock<Arc<InstalledDictionaries>> = OnceLock::new();
    if let Some(installed) = INSTALLED.get() {
        return Ok(Arc::clone(installed));
    }
    let folder = crate::environment::settings_folder()?;
    let Settings { dictionaries, style, .. } = crate::file::read(&folder)?;
    let system = crate::environment::variable("TSUMUGI_DICTIONARIES").unwrap_or_else(|| SYSTEM.to_owned());
    let installed = InstalledDictionaries {
        named: dictionaries,
        styles: style,
        own: folder.join("dictionaries"),
        system: PathBuf::from(system),
        loaded: Mutex::default(),
    };
    Ok(Arc::clone(INSTALLED.get_or_init(|| Arc::new(installed))))
}

/// A dictionary that is read at its first use.
type Slot = Arc<OnceLock<DictionaryLookup>>;

struct InstalledDictionaries {
    named: NamedDictionaries,
    styles: Styles,
    own: PathBuf,
    system: PathBuf,
    loaded: Mutex<HashMap<(String, String), Slot>>,
}

impl Dictionaries for InstalledDictionaries {
    fn look_up(&self, source: &LanguageTag, target: &LanguageTag) -> DictionaryLookup {
        if !serves(target) || source.primary() == target.primary() {
            return DictionaryLookup::default();
        }
        let pair = (source.as_str().to_owned(), target.as_str().to_owned());
        // The lock is not held while a file is read, so that other languages need not wait.
        let slot =
            Arc::clone(self.loaded.lock().unwrap_or_else(PoisonError::into_inner).entry(pair).or_default());
        slot.get_or_init(|| self.load(source, target)).clone()
    }

    fn style(&self, target: &LanguageTag) -> Policy {
        crate::style::policy(&self.styles, target)
    }
}

impl InstalledDictionaries {
    fn load(&self, source: &LanguageTag, target: &LanguageTag) -> DictionaryLookup {
        let Some(DictionaryPlace::At(path)) = self.place(source, target) else {
            return DictionaryLookup::default();
        };
        match read(&path, source) {
            Ok(glossary) => {
                let (name, n_heads) = (path.display().to_string(), glossary.len());
                let found = FoundDictionary { dictionary: Arc::new(glossary), name, n_heads };
                DictionaryLookup { found: Some(found), complaint: None }
            }
            Err(error) => {
                let message = Message::new("dictionary_unusable")
                    .with("path", path.display())
                    .with("source", source.primary())
                    .with("target", target.primary());
                let message = match error.io() {
                    Some(io) => message.with("detail", io),
                    None => message.part("detail", error.message()),
                };
                let complaint = Complaint {
                    en: spoken(&message, Language::English),
                    zh: spoken(&message, Language::Chinese),
                };
                DictionaryLookup { found: None, complaint: Some(complaint) }
            }
        }
    }

    fn place(&self, source: &LanguageTag, target: &LanguageTag) -> Option<DictionaryPlace> {
        match self.named_for(source, target) {
            Some(path) if path.as_os_str().is_empty() => Some(DictionaryPlace::TurnedOff),
            Some(path) => Some(DictionaryPlace::At(path.to_owned())),
            None => self.installed_for(source, target).map(DictionaryPlace::At),
        }
    }

    fn named_for(&self, source: &LanguageTag, target: &LanguageTag) -> Option<&Path> {
        let exact = self.named.get(source).and_then(|targets| targets.get(target));
        let alike = |one: &LanguageTag, other: &LanguageTag| one.primary() == other.primary();
        let by_language = || {
            let targets = self.named.iter().find(|(named, _)| alike(named, source))?.1;
            targets.iter().find(|(named, _)| alike(named, target)).map(|(_, path)| path)
        };
        exact.or_else(by_language).map(PathBuf::as_path)
    }

    /// A file a person has put beside the settings, or one the system has installed.
    fn installed_for(&self, source: &LanguageTag, target: &LanguageTag) -> Option<PathBuf> {
        let pair = format!("{}-{}", source.primary(), target.primary());
        let own = [".u8", ".txt", ".gz", ".index", ""].map(|ending| self.own.join(format!("{pair}{ending}")));
        let edict = (pair == "ja-en").then(|| self.system.join("edict/edict"));
        let freedict = long_code(source).zip(long_code(target)).map(|(source, target)| {
            self.system.join("dictd").join(format!("freedict-{source}-{target}.index"))
        });
        own.into_iter().chain(edict).chain(freedict).find(|path| path.is_file())
    }
}

/// A message with its hint, in one language.
fn spoken(message: &Message, language: Language) -> String {
    let Words { text, hint } = messages::render(message, language);
    hint.map_or_else(|| text.clone(), |hint| format!("{text}\nhint: {hint}"))
}

fn read(path: &Path, source: &LanguageTag) -> Result<Glossary, SettingsError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let glossary = if [".index", ".dict", ".dict.dz"].iter().any(|ending| name.ends_with(ending)) {
        read_freedict(path)?
    } else {
        let bytes = read_bytes(path)?;
        if source.is_chinese() { cedict::read(&bytes) } else { edict::read(&bytes) }
    };
    if glossary.is_empty() {
        let message = Message::new("dictionary_empty");
        return Err(SettingsError::Unusable(message));
    }
    Ok(glossary)
}

/// The index and the text stand side by side; either names both.
fn read_freedict(path: &Path) -> Result<Glossary, SettingsError> {
    let mut stem = path.to_owned();
    while stem
        .extension()
        .is_some_and(|extension| extension == "dz" || extension == "dict" || extension == "index")
    {
        stem.set_extension("");
    }
    let beside = |ending: &str| {
        let mut name = OsString::from(stem.as_os_str());
        name.push(ending);
        PathBuf::from(name)
    };
    let index = read_bytes(&beside(".index"))?;
    let index = String::from_utf8_lossy(&index);
    let packed = beside(".dict.dz");
    let glossary = if packed.is_file() {
        let file = open(&packed)?;
        freedict::read(&index, MultiGzDecoder::new(BufReader::new(file)).take(MOST_TEXT))
    } else {
        freedict::read(&index, BufReader::new(open(&beside(".dict"))?).take(MOST_TEXT))
    };
    glossary.map_err(unreadable(path))
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, SettingsError> {
    let file = open(path)?;
    let mut bytes = Vec::new();
    let is_packed = path.extension().is_some_and(|extension| extension == "gz");
    let reader: Box<dyn Read> =
        if is_packed { Box::new(MultiGzDecoder::new(BufReader::new(file))) } else { Box::new(file) };
    reader.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable(path))?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > MOST_BYTES) {
        let message = Message::new("dictionary_too_large");
        return Err(SettingsError::Unusable(message.count("megabytes", MOST_BYTES >> 20)));
    }
    Ok(bytes)
}

/// Opens a plain file; a device or a pipe could keep us waiting for ever.
fn open(path: &Path) -> Result<File, SettingsError> {
    if !fs::metadata(path).map_err(unreadable(path))?.is_file() {
        return Err(SettingsError::Unusable(Message::new("not_a_file").with("path", path.display())));
    }
    File::open(path).map_err(unreadable(path))
}

/// The code of three letters by which `FreeDict` knows a language.
fn long_code(language: &LanguageTag) -> Option<&'static str> {
    const CODES: &[(&str, &str)] = &[
        ("af", "afr"),
        ("ar", "ara"),
        ("bg", "bul"),
        ("cs", "ces"),
        ("cy", "cym"),
        ("da", "dan"),
        ("de", "deu"),
        ("el", "ell"),
        ("en", "eng"),
        ("eo", "epo"),
        ("es", "spa"),
        ("fi", "fin"),
        ("fr", "fra"),
        ("ga", "gle"),
        ("hr", "hrv"),
        ("hu", "hun"),
        ("id", "ind"),
        ("is", "isl"),
        ("it", "ita"),
        ("ja", "jpn"),
        ("la", "lat"),
        ("lt", "lit"),
        ("nl", "nld"),
        ("no", "nor"),
        ("pl", "pol"),
        ("pt", "por"),
        ("ru", "rus"),
        ("sk", "slk"),
        ("sl", "slv"),
        ("sr", "srp"),
        ("sv", "swe"),
        ("sw", "swh"),
        ("tr", "tur"),
    ];
    CODES.iter().find(|(short, _)| *short == language.primary()).map(|(_, long)| *long)
}
