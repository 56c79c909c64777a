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

/// Whether a role may do something; `None` may do nothing.
pub(crate) const fn allows(role: Option<Role>, action: Action) -> bool {
    match action {
        Action::Enter | Action::Own => true,
        Action::Read | Action::Comment => role.is_some(),
        Action::Export | Action::Translate => {
            matches!(role, Some(Role::Owner | Role::Editor | Role::Translator))
        }
        Action::Edit | Action::Spend | Action::Import => matches!(role, Some(Role::Owner | Role::Editor)),
        Action::Remove | Action::Configure | Action::Govern => matches!(role, Some(Role::Owner)),
    }
}
