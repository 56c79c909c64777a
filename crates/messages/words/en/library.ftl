# A message has a value, what happened, and may have a hint, what to do.
# What a hint tells to type is COMMAND("…"), FLAG("…") or SETTING("…"); a test holds each against the program.

## The library as a file

not_a_library = `{ $path }` is not a Tsumugi library
    .hint = choose another file with { FLAG("--library") }; this one was not touched
is_folder = `{ $path }` is a folder, and a library is one file
    .hint = name a file in it, for example `{ $path }/library.db`
newer_library = the library `{ $path }` was written by a newer Tsumugi (its format is { $found }, this program reads { $known })
    .hint = update Tsumugi; nothing was changed
older_library = the library `{ $path }` has format { $found }, and this program reads { $known }
    .hint = run { COMMAND("tsumugi bundle") } for each book with the Tsumugi that wrote it, then { COMMAND("tsumugi unbundle") } here; members, roles, budgets, the audit log and transcripts of ended tasks do not come along; nothing was changed
backup_exists = `{ $path }` is there already
    .hint = choose another name; a backup is never written over a file
backup_failed = `{ $path }` cannot be written: { $detail }
    .hint = make room on the disk and check that you may write to the folder, then try again; the library is as it was
library_forbidden = no permission to use the library `{ $path }`
    .hint = check who owns the file and its folder, or choose another with { FLAG("--library") }
library_read_only = the library `{ $path }` can be read but not written
    .hint = check the permissions of the file and its folder
originals_unreachable = the original files at `{ $place }` cannot be read or written: { $detail }
    .hint = set `TSUMUGI_ORIGINALS` to the place they were put at, and look whether it can be reached
library_half_moved = a library was being moved to `{ $path }` and is not whole yet
    .hint = run { COMMAND("tsumugi library move") } again with the same two places; it goes on where it stopped
library_moved_away = the library `{ $path }` was moved to `{ $to }`, and nothing is changed here any more
    .hint = use that one: give it with { FLAG("--library") }
library_set_aside = there is no library at `{ $path }`, but beside it stands `{ $aside }`, which a restore has set aside
    .hint = { COMMAND("tsumugi restore") } with that file brings it back; to begin a new library here, give that file another name first
library_not_empty = `{ $path }` is not empty
    .hint = move the library to a new file or an empty database
library_moved_differs = the library was moved to `{ $path }`, but its table `{ $table }` is not what it was
    .hint = remove what was written there and move it again; the library you moved from is as it was
library_not_a_file = the library `{ $path }` is in a database and is not copied as a file
    .hint = back it up with the tools of the database, for example with pg_dump
database_unreachable = the library `{ $path }` cannot be opened: { $detail }
    .hint = check that the database runs, that its address, user and password are right, and that it was made for a library
library_unreachable = the library `{ $path }` cannot be opened: { $detail }
    .hint = check that you may write to the file and its folder and that the disk is connected, or choose another file with { FLAG("--library") }
disk_full = the disk that holds the library `{ $path }` is full
    .hint = make room and try again; everything saved before is safe
library_damaged = the library `{ $path }` is damaged: { $detail }
    .hint = keep a copy of the file and restore a backup
library_busy = another program is writing to the library `{ $path }` and does not finish
    .hint = wait for it or end it, then try again
library_failed = the library `{ $path }` failed: { $detail }

## Books and what is in them

already_there = this file is already in the library as `{ $title }` ({ $book })
    .hint = use `{ $book }`, or remove it first to import it again
in_trash = a book of this file is in the trash: `{ $title }` ({ $book })
    .hint = { COMMAND("tsumugi trash restore BOOK", $book) } brings it back; { COMMAND("tsumugi trash delete BOOK", $book) } deletes it, and the file can be imported anew
looks_like_another_book = only { $n_kept } of the { $n_lines } lines of `{ $title }` are in this file, so it looks like another book; nothing was changed
    .hint = import it without { FLAG("--revises") } as a book of its own, or add { FLAG("--force") } if it is a newer edition all the same
earlier_edition = this file is an earlier edition of `{ $title }` ({ $book })
    .hint = { FLAG("--revises") } with `{ $book }` goes back to it; remove the book first to import it anew
too_large = the book is too large: { $what }
no_such_book = no book `{ $text }` in this library
    .hint = { COMMAND("tsumugi books") } lists them
ambiguous_book = `{ $text }` may be any of { $candidates }
    .hint = use the id, or the title with its language, as in `TITLE@en`
which_book = which book is meant: { $candidates }?
    .hint = name one: by its id, its title or its file
not_full_name = `{ $text }` is part of a name; this needs all of it: { $candidates }
    .hint = use the id, or the full title with its language, as in `TITLE@en`
translated_into = `{ $title }` ({ $book }) is translated into { $language }, so it stays in that language
    .hint = { COMMAND("tsumugi translate BOOK --to LANG", $book, $wanted) } makes an edition in { $wanted } beside it
no_such_chapter = no chapter `{ $chapter }` in book `{ $book }`
no_such_paragraph = no paragraph `{ $paragraph }` in book `{ $book }`
no_such_version = paragraph `{ $paragraph }` has no version `{ $version }`
does_not_fit = version `{ $version }` was made for an earlier edition, and its tags do not fit what paragraph `{ $paragraph }` says now
    .hint = write the translation anew with { COMMAND("tsumugi edit") }
not_undoable = change `{ $change }` brought a newer edition of the book, and that cannot be undone
    .hint = import the earlier file with { FLAG("--revises") }; what belonged to its lines comes back with them
revised_meanwhile = book `{ $book }` was revised by another program in the meantime
    .hint = do it again
no_such_series = no series `{ $series }` in this library
series_has_books = series `{ $name }` still has { $n_books ->
        [one] one book
       *[other] { $n_books } books
    }
    .hint = remove them first
series_unnamed = the series has no name
    .hint = give one after the book
no_series_named = no series `{ $name }` with a book in this language
    .hint = { COMMAND("tsumugi series") } lists them
title_empty = the title is empty
    .hint = give the title of the source
no_such_person = nobody here is `{ $text }`
no_such_invitation = this invitation was used, taken back, or has ended
    .hint = ask an owner for another link
login_taken = somebody else logs in as `{ $login }`
    .hint = choose another name to log in with
last_owner = the last owner stays one, and stays
    .hint = make somebody else an owner first
nothing_to_review = paragraph `{ $paragraph }` has no translation to review
    .hint = translate it first
not_an_approver = only editors and owners approve, and change what is approved: paragraph `{ $paragraph }`
    .hint = write your text as a suggestion, or say it in a comment
given_to_others = the chapter of paragraph `{ $paragraph }` was given to somebody else
    .hint = write your text as a suggestion, or say it in a comment
no_such_assignment = there is no assignment `{ $id }`
no_such_comment = paragraph `{ $paragraph }` has no comment { $number }
protected = paragraph `{ $paragraph }` is locked, reviewed or a person's own words, and only a person may change which version is shown
settled_by_person = { $what } was settled by a person, and only a person may change it
edit_conflict = paragraph `{ $paragraph }` was changed in the meantime
    .hint = look at what stands there now, then do it again
instructions_conflict = the instructions were changed in the meantime
    .hint = look at what stands there now, then write again

## Changes

no_such_change = no change `{ $change }` in this library
nothing_to_undo = nothing to undo in book `{ $book }`
not_own_change = change `{ $change }` is not one of yours that still stands
    .hint = only your own changes can be undone here
overwritten = everything change `{ $change }` did has been changed again since
    .hint = { COMMAND("tsumugi history") } lists the later changes; undo those first
already_undone = change `{ $change }` was already undone by `{ $by }`
    .hint = undo `{ $by }` to bring it back

## What a series knows

entry_taken = { $key } is already there
    .hint = change that one, or create another with a new id
entry_changed = { $key } was changed in the meantime (you started from revision { $based_on }, it is at { $present })
    .hint = look at it as it is now and change it again
no_such_entry = no { $key }
    .hint = it may have been removed; { COMMAND("tsumugi undo") } brings back what was
entry_duplicate = `{ $source_text }` is already a term of this kind (term { $existing })
    .hint = change that one instead
entry_settled = { $key } is { $standing } by a person, and only a person may change it

## What is done to a book

not_the_other_chinese = `{ $title }` is not Chinese in the other kind of characters
    .hint = a book in `zh-Hans` becomes `zh-Hant`, and the other way round; for other languages use { COMMAND("tsumugi translate") }
no_character_tables = the tables of characters cannot be used: { $detail }
    .hint = report this
no_pattern = this is not a regular expression: { $detail }
nothing_to_find = the words to find are missing, or too many
    .hint = give a few words
nothing_found = no check finds anything like that in paragraph `{ $paragraph }`
    .hint = { COMMAND("tsumugi check BOOK --severity info") } lists what is found
no_reason = acknowledging a finding needs a reason
    .hint = add { FLAG("--reason TEXT") }
not_mergeable = { $one } cannot be merged into { $other }
    .hint = a name goes into a character, a term into a term of the same word
proposal_gone = there is no { $entry } any more
    .hint = it may have been removed or merged; list the proposals again
