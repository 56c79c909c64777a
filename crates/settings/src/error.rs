//! Why settings could not be read, used or changed.

use llm::{CassetteError, Failure, MissingKey, PriceListError, SetupError, VendorError};
use messages::{Explain, Message};
use operations::file::FileError;
use std::path::Path;
use std::{error, fmt, io};

/// Why the settings do not do what was asked.
#[derive(Debug)]
pub enum SettingsError {
    /// What was asked for makes no sense or is not there.
    Refused(Message),
    /// A file, a program or an account is not fit for it.
    Unusable(Message),
    /// The system does not let us read or write a file.
    Io {
        /// What was tried.
        message: Message,
        /// What the system says.
        source: io::Error,
    },
    /// A file of settings was not written.
    Write(FileError),
    /// No such service or model.
    Vendor(VendorError),
    /// The service needs a key.
    Key(MissingKey),
    /// The client could not be made.
    Setup(SetupError),
    /// A list of prices is wrong.
    Prices(PriceListError),
    /// A recorded file is wrong.
    Cassette(CassetteError),
    /// A model that was asked something did not answer.
    Model(Failure),
}

impl SettingsError {
    /// Whether it is the person's mistake rather than the system's.
    pub const fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused(_))
    }

    /// What the system said, where it said something.
    pub fn io(&self) -> Option<&io::Error> {
        if let Self::Write(FileError::Other { error, .. }) = self {
            return Some(error);
        }
        if let Self::Io { source, .. } = self { Some(source) } else { None }
    }
}

impl Explain for SettingsError {
    fn message(&self) -> Message {
        match self {
            Self::Refused(message) | Self::Unusable(message) | Self::Io { message, .. } => message.clone(),
            Self::Write(error) => error.message(),
            Self::Vendor(error) => error.message(),
            Self::Key(error) => error.message(),
            Self::Setup(error) => error.message(),
            Self::Prices(error) => error.message(),
            Self::Cassette(error) => error.message(),
            Self::Model(failure) => failure.message(),
        }
    }
}

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl error::Error for SettingsError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        if let Self::Io { source, .. } = self { Some(source) } else { None }
    }
}

macro_rules! from {
    ($($error:ident => $variant:ident),* $(,)?) => {$(
        impl From<$error> for SettingsError {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        }
    )*};
}

from! {
    FileError => Write,
    VendorError => Vendor,
    MissingKey => Key,
    SetupError => Setup,
    PriceListError => Prices,
    CassetteError => Cassette,
    Failure => Model,
}

/// A file cannot be read.
pub(crate) fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> SettingsError {
    about("cannot_read", path)
}

/// A file or folder cannot be written or made.
pub(crate) fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> SettingsError {
    about("cannot_write", path)
}

fn about(code: &'static str, path: &Path) -> impl FnOnce(io::Error) -> SettingsError {
    let message = Message::new(code).with("path", path.display());
    move |source| SettingsError::Io { message, source }
}

/// A file of settings says something that cannot be understood.
pub(crate) fn garbled(path: &Path, detail: impl fmt::Display) -> SettingsError {
    let message = Message::new("settings_garbled").with("path", path.display());
    SettingsError::Unusable(message.with("detail", detail))
}
