## Editing by hand

nothing_to_edit = there is nothing to edit in chapter { $number }
edit_unfinished = an edit of this is not finished yet: `{ $path }`
    .hint = take it with { COMMAND("tsumugi edit BOOK --file FILE", $book, $path) }, or delete that file
editor_no_command = `EDITOR` is not a command: `{ $editor }`
    .hint = set it to the program you write with
editor_not_started = cannot start the editor `{ $editor }`
    .hint = set `EDITOR` to the program you write with
editor_failed = the editor `{ $editor }` ended with { $status }; nothing was taken
    .hint = what is written so far is in `{ $path }`
sheet_not_taken = nothing was taken from `{ $path }`, because{ $list }
    .hint = mend the file, then { COMMAND("tsumugi edit BOOK --file FILE", $book, $path) }
sheet_line = line { $line }: { $what }
sheet_of_paragraph = [{ $id }] { $what }
sheet_unknown_id = `[{ $id }]` is none of these paragraphs; if it is text, write `\[{ $id }]`
sheet_id_twice = `[{ $id }]` is there twice; remove one of them
sheet_id_missing = `[{ $id }]` is missing; put its line back, with the text below it
sheet_stray_text = this text belongs to no paragraph; put it below an id
sheet_text_gone = has no text any more; put it back, or take the translation away with { COMMAND("tsumugi select BOOK PARAGRAPH none", "BOOK", $paragraph) }
tag_unclosed = `<{ $tag }>` is never closed; add `</{ $tag }>`
tag_unopened = `</{ $tag }>` closes a tag that is not the innermost open one
tag_missing = tag { $tag } of the source is missing
tag_unknown = tag { $tag } does not exist in the source; remove it
tag_repeated = `<{ $tag }/>` must appear exactly once
tag_wrong_form = tag { $tag } is used in another form than in the source (`<{ $tag }>…</{ $tag }>` or `<{ $tag }/>`)
tags_do_not_fit = { $faults }
    .hint = the source is `{ $source }`
kept_in = what you wrote is kept in `{ $path }`
cannot_remove = cannot remove `{ $path }`
not_utf_8 = cannot read `{ $path }` as UTF-8 text
empty_translation_text = the text is empty
    .hint = { COMMAND("tsumugi select BOOK PARAGRAPH none", $book, $paragraph) } takes the translation away
entry_not_taken = nothing was taken from `{ $path }`:{ $detail }
    .hint = give the same command again to mend it, or delete the file

## Terms, characters and memories

new_name_empty = the new translation is empty
translated_so_already = it is translated as `{ $new }` already
    .hint = if the text still has an older translation, name it with { FLAG("--was") }
paragraphs_would_change = { $n_paragraphs ->
        [one] 1 paragraph
       *[other] { $n_paragraphs } paragraphs
    } would change
    .hint = look at them with { FLAG("--dry-run") }, then say { FLAG("--yes") }
no_such_gender = `{ $word }` is no gender
    .hint = female, male or neutral, with `@12` if it is known from chapter 12 on
no_alias = `{ $text }` is no alias
    .hint = write `NAME=TRANSLATION`
name_incomplete = every name needs its word in the source and a translation
address_incomplete = an address needs its words in the source and a translation
ends_before_it_begins = it would end before it begins
    .hint = { FLAG("--until-chapter") } is the last chapter it holds for
no_such_address = { $name } does not call { $other } `{ $source }`
address_without_words = an address to `{ $to }` has no words
term_there_already = `{ $source }` is a term already: { $translation } ({ $term })
    .hint = { COMMAND("tsumugi terms BOOK edit TERM", $book, $term) } changes it
term_without_source = a term needs a word in the source
term_without_translation = `{ $source }` has no translation
    .hint = give one, or say { FLAG("--strictness keep_source") } if it stays as it is
summary_empty = the summary is empty
    .hint = { FLAG("--remove") } takes it out
no_summary = chapter { $number } has no summary
    .hint = add { FLAG("--text TEXT") } to write one
memory_length = a memory has 1 to { $limit } characters, this one { $length }
    .hint = make it shorter, or two of it
no_character_either = no character `{ $text }` either
nothing_called = nothing here is called `{ $text }`
    .hint = write `series`, `book`, `chapter:3`, or the words of a term or character
ambiguous_entry = `{ $text }` may be any of { $n_entries }:{ $list }
    .hint = use the id
no_entry_called = no { $noun } `{ $text }`
    .hint = write it as the list shows it, or use its id
