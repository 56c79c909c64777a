## Translations edited elsewhere

too_large_to_take_back = a file of { $megabytes } MB is larger than any honest one
nothing_to_take_back = { $place }: there are no translations in this file
    .hint = take back what { COMMAND("tsumugi exchange export BOOK") } has written
not_an_exchange_file = { $place }: this is no XLIFF, table, document or translation memory
    .hint = take back what { COMMAND("tsumugi exchange export BOOK") } has written
xml_not_exchange = { $place }: this is XML of another kind (`{ $root }`), neither XLIFF nor TMX
    .hint = take back what { COMMAND("tsumugi exchange export BOOK") } has written
xliff_version = { $place }: this is XLIFF `{ $version }`, and Tsumugi reads 2.x and 1.x
    .hint = save it as XLIFF 2.1 or 1.2
exchange_columns = { $place }: one column must be called `id` and one `translation`
    .hint = keep the first row as it was written
exchange_row_without_id = { $place }: the row has no id
    .hint = keep the column `id` as it was written; a row that was added belongs to no paragraph
exchange_row_too_long = { $place }: the row has more cells than the table has columns
    .hint = a text with a comma in it stands between quotation marks; nothing was taken
exchange_id_twice = { $place }: the file has two different translations of the paragraph { $id }
    .hint = remove one of them
exchange_other_languages = the file translates { $found }, the book { $wanted }
    .hint = name the book it was written from
exchange_other_book = the words of { $n_other } of { $n_units } paragraphs are not those of this book
    .hint = name the book the file was written from
document_without_table = { $place }: there is no table in this document
    .hint = take back what { COMMAND("tsumugi exchange export BOOK") } has written
too_long_for_a_cell = the paragraph { $place } is longer than the { $limit } characters a cell can hold
    .hint = write it as XLIFF
exchange_ending = the ending of `{ $path }` says no format
    .hint = end it in .xliff, .csv, .xlsx, .docx or .tmx, or give { FLAG("--format") }
exchange_on_terminal = a workbook or document is no text for a terminal
    .hint = name a file with { FLAG("--output") }
nothing_to_hand_out = there is nothing to hand out
    .hint = a memory has translated paragraphs only; XLIFF and tables have all of them
xliff_without_layout = XLIFF has both languages and no layout
    .hint = leave out { FLAG("--bilingual") }, { FLAG("--keep-direction") } and { FLAG("--credits") }

## Bundles

not_a_bundle = it is no bundle of Tsumugi
bundle_damaged = `{ $name }` in the bundle is missing or not as it was written
newer_bundle = the bundle has shape { $found }, which this program does not know
bundle_unfit = the bundle does not hold a book: { $detail }
    .hint = make it again with { COMMAND("tsumugi bundle BOOK") }
exchange_written = { $path }: { $paragraphs }
exchange_back = { COMMAND("tsumugi exchange import") } with `{ $book }` and the file takes it back
exchange_would_be = would be: { $what }
suggestions_wait = { COMMAND("tsumugi suggestions") } with `{ $book }` lists what waits for you
undo_takes_back = { COMMAND("tsumugi undo") } with `{ $book }` takes it back
exchange_count = { $n } { $word ->
        [taken] taken
        [suggested] suggested because of a conflict
        [left_out] left out
        [locked] locked
        [commented] with comments
       *[same] unchanged
    }
exchange_nothing = nothing
exchange_summary = { $parts }
exchange_suggested = suggested, { $why }: here `{ $here }`, in the file `{ $there }`
exchange_conflict = { $word ->
        [changed_here] changed here since
        [source_changed] the source was changed here since
        [locked] locked here
        [no_base] the file does not say what it was made from
       *[ambiguous] the file translates the same words in several ways
    }
exchange_unknown = left out, the book has no such paragraph
exchange_emptied = left out, the file has no text where there is one here
exchange_tags = left out, { $faults }
exchange_comment = comment: { $text }
exchange_more = and { $n } more; { FLAG("--json") } has all of them
bundle_written = { $path }: { $title } with everything
bundle_next = { COMMAND("tsumugi unbundle") } takes it into another library
unbundled = { $book }  { $title }  ({ $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    } with a translation)
unbundled_merged = { $book }  { $title }: { $what }
merged_count = { $n } { $word ->
        [taken] taken
        [suggested] suggested because somebody wrote here too
        [beside] kept among the versions
        [same] the same
       *[unmatched] of lines that are not here
    }
merged_nothing = nothing new
