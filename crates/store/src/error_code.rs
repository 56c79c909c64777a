//! The words for programs of what a library says no with.

use crate::error::StoreError;

impl StoreError {
    /// A word for programs, the same at every door.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchBook { .. } => "no_such_book",
            Self::NoSuchChapter { .. } => "no_such_chapter",
            Self::NoSuchParagraph { .. } => "no_such_paragraph",
            Self::NoSuchVersion { .. } => "no_such_version",
            Self::NoSuchChange { .. } => "no_such_change",
            Self::NoSuchRun { .. } => "no_such_run",
            Self::NoSuchSeries { .. } => "no_such_series",
            Self::NoSuchTask { .. } => "no_such_task",
            Self::NoSuchChat { .. } => "no_such_chat",
            Self::AmbiguousBook { .. } => "ambiguous_book",
            Self::NotFullName { .. } => "not_full_name",
            Self::TranslatedInto { .. } => "translated_into",
            Self::DoesNotFit { .. } => "does_not_fit",
            Self::NotUndoable { .. } => "not_undoable",
            Self::RevisedMeanwhile { .. } => "revised_meanwhile",
            Self::TaskEnded { .. } => "task_ended",
            Self::NotAssigned { .. } => "not_assigned",
            Self::Protected { .. } => "protected",
            Self::NotAnApprover { .. } => "not_an_approver",
            Self::GivenToOthers { .. } => "given_to_others",
            Self::NoSuchAssignment { .. } => "no_such_assignment",
            Self::NoSuchComment { .. } => "no_such_comment",
            Self::NothingToReview { .. } => "nothing_to_review",
            Self::NoSuchPerson { .. } => "no_such_person",
            Self::NoSuchInvitation => "no_such_invitation",
            Self::CredentialEnded => "login_required",
            Self::NotAllowed => "forbidden",
            Self::LoginTaken { .. } => "login_taken",
            Self::LastOwner => "last_owner",
            Self::SettledByPerson { .. } => "settled_by_person",
            Self::NotOwnChange { .. } => "not_own_change",
            Self::NothingToUndo { .. } => "nothing_to_undo",
            Self::AlreadyUndone { .. } => "already_undone",
            Self::Overwritten { .. } => "overwritten",
            Self::ClaimLost { .. } => "claim_lost",
            Self::SeriesHasBooks { .. } => "series_has_books",
            Self::ChangedMeanwhile { .. } => "edit_conflict",
            Self::InstructedMeanwhile { .. } => "instructions_conflict",
            Self::NotWritten(_) => "not_written",
            Self::TooLarge { .. } => "too_large",
            Self::Busy { .. } => "busy",
            Self::MovedAway { .. } => "library_moved_away",
            Self::DiskFull { .. } => "disk_full",
            Self::AlreadyThere { .. } => "already_there",
            Self::EarlierEdition { .. } => "earlier_edition",
            Self::InTrash { .. } => "in_trash",
            Self::BookClaimed { .. } => "book_claimed",
            Self::NotALibrary { .. }
            | Self::IsFolder { .. }
            | Self::OtherFormat { .. }
            | Self::BackupExists { .. }
            | Self::BackupFailed { .. }
            | Self::HalfMoved { .. }
            | Self::SetAside { .. }
            | Self::Originals { .. }
            | Self::NotEmpty { .. }
            | Self::MovedDiffers { .. }
            | Self::NotAFile { .. }
            | Self::Forbidden { .. }
            | Self::ReadOnly { .. }
            | Self::Unreachable { .. }
            | Self::Damaged { .. }
            | Self::Failed { .. } => "library_failed",
        }
    }
}
