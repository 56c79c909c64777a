//! The codes of the checks as a type: a finding cannot carry a code that no check has.

use std::fmt;
use std::str::FromStr;

macro_rules! codes {
    ($($code:ident)*) => {
        /// The short code people and files refer to. A code is never given to another check.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum CheckCode {
            $($code,)*
        }

        impl CheckCode {
            /// All codes, by letter and number.
            pub const ALL: &'static [Self] = &[$(Self::$code),*];

            /// The code as it is written, such as `A9`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$code => stringify!($code),)*
                }
            }
        }
    };
}

codes! {
    A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13
    B1 B2 B3 B4 B5 B6 B7 B8 B9 B10
    C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11
    D1 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12 D13 D14
    E1 E2 E3 E4 E5 E6 E7 E8 E9
    F1 F2 F3 F4 F5 F6 F7
    G1 G2 G3 G4
}

impl fmt::Display for CheckCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// No check has this code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownCode;

impl FromStr for CheckCode {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.iter().find(|code| code.as_str().eq_ignore_ascii_case(text));
        known.copied().ok_or(UnknownCode)
    }
}
