## Terms, characters and memories

from_chapter = (from chapter { $chapter })
until_chapter = (until chapter { $chapter })
drift_untranslated = nothing of this book is translated yet
drift_nothing_twice = no term or name occurs twice
    .hint = { COMMAND("tsumugi terms BOOK add SOURCE TRANSLATION", $book) } adds one
drift_all_alike = all { $n } recurring terms and names are rendered alike
drift_more = and { $n } more; `--limit { $all }` shows them
drift_next = { COMMAND("tsumugi terms BOOK rename SOURCE TRANSLATION --was RENDERING", $book) } makes one of them alike
found_encoding_of_table = encoding: { $name } ({ FLAG("--encoding") } overrides)
more_remarks = and { $n } more remarks; { FLAG("--json") } has all of them
would_be = would be: { $what }
contradictions_left = what contradicts was left as it is; { FLAG("--overwrite") } takes the file's side
names_of_characters = { $terms }, and the names of { $characters }
confirmed_among = { $file }: the confirmed among { $what }
import_left_out = { $name }: left out, { $why }
import_contradicts = { $name }: contradicts, { $field }: here `{ $here }`, in the file `{ $there }`
import_replaced = { $name }: replaced, { $field }: here `{ $here }`, in the file `{ $there }`
more_contradictions = and { $n } more; { FLAG("--json") } has all of them
import_n_added = { $n } added
import_n_filled = { $n } filled in
import_n_replaced = { $n } replaced
import_n_same = { $n } the same
import_n_contradicting = { $n } contradicting
import_n_left_out = { $n } left out
import_nothing = nothing
rename_question = { $what } and change { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    }?
rename_done = { $what }: { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    } changed
rename_left = { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    } left as they are; { FLAG("--dry-run") } lists them, { COMMAND("tsumugi edit BOOK --paragraph ID", $book) } changes one
rename_other_books = the other books of the series have their own changes: { $changes }
rename_replaced = replaced: { $shapes }
rename_along = changed along: { $forms }
rename_place = { $paragraph } chapter { $chapter }
rename_place_left = { $paragraph } chapter { $chapter }: { $why }
rename_left_head = left as they are:
rename_counts = { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    } to change, { $left } left
unfinished_edit = going on with the unfinished edit in `{ $path }`
nothing_contradicts = nothing contradicts
conflicts_next = { COMMAND("tsumugi terms BOOK reject TERM", $book) } or { COMMAND("tsumugi characters BOOK edit NAME", $book) } decides
conflict_gender = { $name }: gender{ $from }: { $sides }
conflict_address = { $name } to { $other }: `{ $source }` is { $sides }
conflict_rendering = { $source }: { $sides }
conflict_side = { $translation } ({ $entry }, { $standing })
or = {" or "}
same_name_there = somebody is called `{ $name }` already: { $translation } ({ $character })
    .hint = { COMMAND("tsumugi undo BOOK", $book) } takes this back if they are one
rename_term_next = what is translated already is changed by { COMMAND("tsumugi terms BOOK rename TERM NEW --was OLD", $book, $entry, $new, $old) }
rename_character_next = what is translated already is changed by { COMMAND("tsumugi characters BOOK rename NAME NEW --was OLD", $book, $entry, $new, $old) }
no_characters = { $any ->
        [no] no characters yet
       *[yes] no such characters
    }
    .hint = { COMMAND("tsumugi characters BOOK add NAME TRANSLATION", $book) } adds one
no_terms = { $any ->
        [no] no terms yet
       *[yes] no such terms
    }
    .hint = { COMMAND("tsumugi terms BOOK add SOURCE TRANSLATION", $book) } adds one, { COMMAND("tsumugi terms BOOK import FILE", $book) } takes a glossary
no_memories = no memories
    .hint = { COMMAND("tsumugi memories BOOK add TEXT --about SUBJECT", $book) } adds one
no_summaries = no summaries
    .hint = { COMMAND("tsumugi memories BOOK summary N --text TEXT", $book) } writes one
summary_of_earlier_text = of an earlier text
named_times = {"  "}named { $uses } times in { $n } paragraphs: { $chapters }
used_times = {"  "}{ $uses } uses in { $n } paragraphs: { $chapters }
also_called = {"  "}also { $source } → { $translation }{ $from }
also_right = {"  "}also right: { $forms }
voice = {"  "}voice: { $voice }
says = {"  "}says: { $endings }
is_proposed = (proposed)
calls = {"  "}to { $other }: { $source } → { $translation }{ $when }
character_note = {"  "}note: { $text }{ $from }
about_series = series
about_book = book
term_sheet = # A term. Save and leave the editor to take it.
term_sheet_forms = # Other translations that are right as well.
term_sheet_note = # Anything a translator should know.
character_sheet = # A character. Save and leave the editor to take it.
    # known_from, from and until are chapters: "12" of this book, "2.5" of the second one; "" is the beginning.
character_sheet_voice = # How the person talks: in a few words, with words and endings that mark it, and lines that show it.
character_sheet_more = # More of these:
memory_sheet = # A memory. Save and leave the editor to take it.
    # What it is about: series, book, chapter:3, or a term or character.
memory_sheet_known_from = # A reader knows it from this chapter on; "" is the beginning.
