//! What each role may do: the one place where it is decided.

use store::people::Role;

/// A trait of the types that stand for an action in the arguments of a handler.
pub(crate) trait Act: Send + Sync + 'static {
    const ACTION: Action;
}

macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident,)+) => {
        /// What a request is about to do.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Action {
            $($(#[$doc])* $name,)+
        }

        /// The actions as types.
        pub(crate) mod acts {
            $(
                $(#[$doc])*
                pub(crate) struct $name;

                impl super::Act for $name {
                    const ACTION: super::Action = super::Action::$name;
                }
            )+
        }
    };
}

actions! {
    /// What is needed to log in; the only action without an account.
    Enter,
    /// One's own sessions and tokens, and the list of the books one may see.
    Own,
    /// Look at a book, or at what the library has.
    Read,
    /// Say something about a paragraph.
    Comment,
    /// Take a book out as a file.
    Export,
    /// Write translations and say what one thinks of them.
    Translate,
    /// Change what a whole book rests on: names, instructions, titles, locks, everything at once.
    Edit,
    /// Have models work, which costs money.
    Spend,
    /// Bring books into the library.
    Import,
    /// Throw a book away.
    Remove,
    /// Models, keys and settings.
    Configure,
    /// Members, invitations, roles, and what was written down about them.
    Govern,
}

impl Action {
    /// The least role that may do it; every member may do what needs none.
    pub(crate) const fn least_role(self) -> Option<Role> {
        match self {
            Self::Enter | Self::Own => None,
            Self::Read | Self::Comment => Some(Role::Reader),
            Self::Export | Self::Translate => Some(Role::Translator),
            Self::Edit | Self::Spend | Self::Import => Some(Role::Editor),
            Self::Remove | Self::Configure | Self::Govern => Some(Role::Owner),
        }
    }
}

/// Whether a role may do something.
pub(crate) fn allows(role: Option<Role>, action: Action) -> bool {
    action.least_role().is_none_or(|least| role.is_some_and(|role| role.reaches(least)))
}
