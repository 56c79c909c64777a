## Books that are read

file_empty = the file is empty
no_text = there is no text in this book
    .hint = a book of scanned pages needs text recognition first
no_words = there are no words in this file
    .hint = look whether it is the right one
book_in_zip = this is a zip archive with `{ $name }` in it
    .hint = unpack it, and import the books inside
file_too_long = { $detail }
    .hint = cut it into volumes, and import them one after the other
unknown_file = this kind of file is not known
    .hint = Tsumugi reads plain text (.txt), Aozora Bunko text, EPUB (.epub), Word documents (.docx), OpenDocument texts (.odt), PDF (.pdf), Kindle books (.mobi, .azw3), Rich Text (.rtf), FictionBook (.fb2), web pages (.html), Markdown (.md), subtitles (.srt, .vtt, .ass) and scripts of games
foreign_file = this is { $kind }, which Tsumugi does not read
    .hint = { $way ->
        [pandoc] convert it to EPUB first, for example with `pandoc FILE -o FILE.epub` or with Calibre
        [unpack] unpack it, and name the book in it
        [unpack_all] unpack it and import the books inside
        [name_fields] say which column or path is text with { FLAG("--text NAME") }
        [its_own_tool] translate it with the tool it came from, or save it as text or as a Word document (.docx)
        [take_memory] { COMMAND("tsumugi import FILE --memory BOOK") } takes its translations
        [take_back] { COMMAND("tsumugi exchange import BOOK FILE") } takes its translations back
        [recognise] a book of scanned pages needs text recognition first
        [save_docx] open it in Word or LibreOffice and save it as .docx
        [save_srt] save it as SubRip (.srt), WebVTT (.vtt) or ASS (.ass), for example with Subtitle Edit
        [unlock] open it with its password and save it without one
        [save_utf_8] save it as UTF-8 in an editor
        [glossary_formats] a glossary can be .xlsx, .csv, .tsv, .json or .tbx
       *[convert] convert it to EPUB or plain text first, for example with Calibre
    }
foreign_kind = { $kind ->
        [pdf] a PDF
        [scanned] a PDF of scanned pages
        [doc] a Word document of the old kind (.doc)
        [docx] a Word document (.docx)
        [docm] a Word template or a document with macros (.docm, .dotx)
        [locked] a document with a password
        [odt] an OpenDocument text (.odt)
        [odf] an OpenDocument file that is no text
        [rtf] a Rich Text document (.rtf)
        [kindle] a Kindle book (.mobi, .azw3)
        [html] a web archive (MHTML)
        [markup] a manuscript with markup
        [subtitles] a file of subtitles of another kind
        [xliff] a file of a translation tool (XLIFF)
        [po] a file of program messages (PO)
        [tmx] a translation memory (TMX)
        [xml] an XML document
        [table] a table
        [slides] a presentation
        [data] a file of data
        [zip] a zip archive without a book in it
        [rar] a RAR archive
        [seven_zip] a 7-Zip archive
        [gzip] a gzip archive
        [picture] a picture
        [utf_32] a text in UTF-32
        [not_a_workbook] a zip archive but not a workbook
       *[other] a file of another kind
    }
unknown_encoding = `{ $label }` is not a known encoding
    .hint = try `utf-8`, `shift_jis`, `euc-jp`, `gb18030`, `big5`, `euc-kr` or `windows-1252`
wrong_pattern = `{ $pattern }` is no pattern for headings: { $detail }
    .hint = { FLAG("--heading '^Chapter [0-9]+'") } is one
wrong_encoding = the text is not valid { $encoding }: { $n_faults ->
        [one] one place
       *[other] { $n_faults } places
    } cannot be read, the first at byte { $first }
    .hint = name the right encoding with { FLAG("--encoding") }
copy_protected = the book is protected against copying ({ $scheme }) and cannot be read
    .hint = use a copy without protection
protection = { $scheme }
encrypted_content = encrypted content
kindle_protection = copy protection of Kindle books
pdf_unreadable = the objects of the PDF cannot be found
pdf_encryption = encryption of a PDF
zip_password = a zip password
in_pieces = the text came apart into { $n_paragraphs } pieces of about { $n_chars } characters, which is no book
    .hint = convert it to EPUB with another program, for example Calibre, and import that
file_damaged = the file is damaged: { $detail }
    .hint = open it in another program to see whether it is whole, or fetch it again
ends_early = its end is missing
nul_at = there is a byte 0 at byte { $first }, which no text has
nuls = there are { $n_nuls } bytes 0 in it, which no text has
nul_in_table = there is a byte 0 in it, which no table has
not_unpacked = `{ $what }` cannot be unpacked ({ $detail })
no_page_exists = `{ $path }` names no page that exists
no_package = there is no package document (`.opf`) in it
part_not_xml = `{ $name }` is no well-formed XML ({ $detail })
document_type = `{ $name }` has a document type, which no office program writes and which can grow without end
no_document_part = there is no document in it
file_refused = the file was refused because { $detail }
    .hint = this looks like a file made to do harm; no honest book needs it
too_large_a_text = a text of { $megabytes } MB is longer than any book
too_many_lines = a text of millions of lines is longer than any book
too_large_a_glossary = a glossary of { $megabytes } MB is larger than any honest one
too_large_a_memory = a memory of { $megabytes } MB is larger than any honest one
shared_bytes = several of its files share the same bytes
too_large_inside = `{ $name }` is larger than { $megabytes } MB
unpacks_too_large = it unpacks to more than { $gigabytes } GB
file_unpacks_too_large = `{ $name }` unpacks to more than { $megabytes } MB
grows_too_much = `{ $name }` unpacks to more than { $limit } times its size
pages_too_large = its pages together are larger than { $megabytes } MB
name_leads_out = it contains `{ $name }`, a name that leads out of the book
too_many_paragraphs = it has more than { $limit } paragraphs
too_many_files = it contains more than { $limit } files
markup_too_deep = its markup is nested more than { $limit } deep
entities_of_entities = `{ $name }` defines entities in terms of one another, which can grow without end
too_much_markup = one page has more than { $limit } pieces of markup
reading_broke_off = reading the file broke off: { $detail }
    .hint = report this, with the file if you can

## Books that are written

mismatch_elsewhere = the original file and the library disagree at line { $line }: paragraph { $paragraph } should stand here
    .hint = import the file again
mismatch_other_text = the original file and the library disagree at line { $line }: paragraph { $paragraph } has another text
    .hint = import the file again
mismatch_in_number = the original file and the library disagree at the end: the file has { $n_file } paragraphs, the library { $n_library }
    .hint = import the file again
mismatch_in_contents = the original file and the library disagree at the table of contents: the library does not have the label `{ $label }`
    .hint = import the file again
mismatch_unknown_paragraph = the original file and the library disagree at paragraph { $number } of `{ $page }`: the library does not have this paragraph
    .hint = import the file again
mismatch_in_text = the original file and the library disagree at paragraph { $number } of `{ $page }`: the file says `{ $file }`, the library `{ $library }`
    .hint = import the file again
export_unreadable = the exported file cannot be opened: { $detail }
technical = { $detail }
original_not_text = the original cannot be read as text
notes_not_added = the page of notes cannot be added
credits_not_added = the closing page cannot be added
no_room_for_credits = a closing page is not possible in this format
    .hint = the package of this book is written in a way that nothing can be added to; export it without { FLAG("--credits") }
credits_only_in_epub = naming those who translated is not possible in this format
    .hint = only an EPUB has metadata and a closing page; add { FLAG("--format epub") }
format_not_written = this format is not possible
    .hint = leave { FLAG("--format") } out to write the book as it came
book_not_convertible = writing this book is not possible in this format
    .hint = leave { FLAG("--format") } out to write the book as it came
paragraphs_outside = the library lists paragraphs outside its chapters
    .hint = keep a copy of the library and report this
writing_broke_off = writing the book broke off: { $detail }
    .hint = report this, with the book if you can
no_writer = no writer for this format
certificate_garbled = the certificate cannot be read: { $detail }
certificate_unreadable = the certificate cannot be taken out of the book: { $detail }
certificate_too_new = the certificate has version { $version }, which this program does not know
    .hint = use a newer version of Tsumugi

## Glossaries and translation memories

unknown_glossary = this kind of glossary is not known
    .hint = Tsumugi reads CSV, TSV, XLSX, JSON and TBX, and TMX as a translation memory
old_workbook = this is a workbook of the old kind (.xls)
    .hint = save it as `.xlsx` or `.csv`
no_entries = there are no entries in this file
    .hint = a glossary has at least a source and a translation in every row
no_entries_because = there are no entries in this file; { $first }
    .hint = a glossary has at least a source and a translation in every row
no_columns = { $place }: the columns are not known: there are none
    .hint = name them `source`, `translation` and, if you like, `note` in the first row
unknown_columns = { $place }: the columns are not known: { $found }
    .hint = name them `source`, `translation` and, if you like, `note` in the first row
two_columns = { $place }: the columns { $first } and { $second } both give the { $meaning }
    .hint = remove or rename one of them
other_languages = the file is about { $found }, not about { $wanted }
    .hint = say which languages to take with { FLAG("--from") } and { FLAG("--to") }
glossary_refused = { $place }: { $what }; the file was refused
    .hint = this looks like a file made to do harm
glossary_not_written = the file cannot be written: { $detail }
not_json = { $place }: this is not JSON ({ $detail })
    .hint = mend that place, or export the file again
json_of_another_kind = { $place }: this JSON is neither a list nor a map
    .hint = a glossary is a list of objects such as {"{"}"src": …, "dst": …{"}"}, or a map from source to translation
not_an_export = { $place }: this is not what { COMMAND("tsumugi terms export") } writes ({ $detail })
    .hint = mend that place, or export the file again
newer_export = { $place }: the file is of shape { $found }, this program knows { $known }
    .hint = use a newer Tsumugi
no_memory_text = { $place }: a memory is not blank and has at most { $limit } characters
    .hint = shorten it, or make it two
no_source_word = { $place }: the source is empty
    .hint = write the word, or remove the entry
memory_not_glossary = { $place }: this is a translation memory (TMX), not a glossary
    .hint = take it with { COMMAND("tsumugi import FILE.tmx --memory BOOK") }
xml_not_glossary = { $place }: this is XML of another kind (`{ $root }`), not TBX
    .hint = a glossary can be .xlsx, .csv, .tsv, .json or .tbx
xml_not_memory = { $place }: this is XML of another kind (`{ $root }`), not a translation memory
    .hint = a translation memory is a `.tmx` file
not_xml = { $place }: this is not XML
    .hint = a translation memory is a `.tmx` file
not_in_its_encoding = { $place }: this is not { $encoding }, which the file says it is in
    .hint = save the file again as UTF-8
xml_ends_early = { $place }: the file ends in the middle of an element
    .hint = fetch or save the file again; its end is missing
broken_attribute = { $place }: an attribute is broken ({ $detail })
    .hint = save the file again with the program it is from
xml_broken = { $place }: this is not well-formed XML ({ $detail })
    .hint = save the file again with the program it is from
unknown_entity = { $place }: `&{ $entity };` stands for nothing that is known
    .hint = write the character itself instead
not_a_table = { $place }: it cannot be read as a table
    .hint = write it anew from a spreadsheet
quotation_not_closed = { $place }: a quotation mark is opened and never closed
    .hint = close it, or write it twice if it belongs to the text
control_character = { $place }: there is a control character ({ $character }), which no text has
    .hint = remove it, or save the file again with another program
no_such_text = { $place }: the text number `{ $number }` is not in the workbook
    .hint = save the workbook again with the program it is from
too_many_rows = there are more than { $limit } rows
too_many_columns = there are more than { $limit } columns
too_many_cells = there are more than { $limit } cells
too_far_a_cell = there is a cell further than column { $limit }
too_long_a_value = the value is longer than { $limit } characters
too_long_a_text = a text is longer than { $limit } characters
too_many_keys = the entries have more than { $limit } different keys
too_many_units = there are more than { $limit } units
too_many_pieces = one entry has more than { $limit } pieces
nested_too_deep = elements are nested more than { $limit } deep
own_entities = the file defines entities of its own

## Files that are written

target_is_folder = `{ $path }` is a folder
    .hint = give the name of a file
name_taken = `{ $path }` exists already
    .hint = choose another name
no_folder = the folder `{ $path }` does not exist
    .hint = make it first, or choose another place
write_forbidden = no permission to write `{ $path }`
    .hint = choose another place, or change the permissions of the folder
no_room = no room left for `{ $path }`
    .hint = free some space on that disk, or choose another one
not_written = `{ $path }` cannot be written: { $detail }
game_not_json = it is no JSON from byte { $at } on
one_language_only = texts of games and data have no place for two languages
    .hint = leave { FLAG("--bilingual") } out
quotation_never_closed = a quotation mark from byte { $at } on is never closed
data_unchosen = which of its strings are text is not said; there are: { $names }
    .hint = name a column or a path with { FLAG("--text NAME") }
data_not_found = there is no `{ $name }`; there are: { $names }
    .hint = name a column or a path with { FLAG("--text NAME") }
no_value_beside = beside `{ $path }` there is no string `{ $name }`
    .hint = leave { FLAG("--into") } out, and translations take the place of the text
no_cell_beside = row { $row } has no column `{ $name }`
    .hint = leave { FLAG("--into") } out, and translations take the place of the text
