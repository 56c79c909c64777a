"""Edits a file that was handed out, with a program by others: XLIFF and TMX with translate-toolkit, workbooks with
openpyxl, documents with python-docx.

    edit_exchange.py FILE ID TEXT [ID TEXT ...]

An id beginning with `note:` gives the paragraph a comment. The file is written over itself."""

import sys

path, pairs = sys.argv[1], list(zip(sys.argv[2::2], sys.argv[3::2]))
texts = {name: text for name, text in pairs if not name.startswith("note:")}
notes = {name[5:]: text for name, text in pairs if name.startswith("note:")}


def xliff():
    from translate.storage.xliff2 import Xliff2File

    store = Xliff2File.parsefile(path)
    for unit in store.units:
        if unit.getid() in texts:
            unit.target = texts.pop(unit.getid())
            unit.marktranslated()
        if unit.getid() in notes:
            unit.addnote(notes.pop(unit.getid()))
    store.save()


def tmx():
    from translate.storage.tmx import tmxfile

    store = tmxfile.parsefile(path)
    for unit in store.units:
        if unit.xmlelement.get("tuid") in texts:
            unit.target = texts.pop(unit.xmlelement.get("tuid"))
        if unit.xmlelement.get("tuid") in notes:
            unit.addnote(notes.pop(unit.xmlelement.get("tuid")))
    store.save()


def by_rows(rows, get, put):
    head = [get(cell) for cell in rows[0]]
    at = {name: head.index(name) for name in ("id", "translation", "comment")}
    for row in rows[1:]:
        name = get(row[at["id"]])
        if name in texts:
            put(row[at["translation"]], texts.pop(name))
        if name in notes:
            put(row[at["comment"]], notes.pop(name))


def xlsx():
    import openpyxl

    book = openpyxl.load_workbook(path)
    by_rows(list(book.active.iter_rows()), lambda cell: cell.value, lambda cell, text: setattr(cell, "value", text))
    book.save(path)


def docx():
    import docx

    document = docx.Document(path)
    rows = [list(row.cells) for row in document.tables[0].rows]
    by_rows(rows, lambda cell: cell.text, lambda cell, text: setattr(cell, "text", text))
    document.save(path)


{"xliff": xliff, "tmx": tmx, "xlsx": xlsx, "docx": docx}[path.rsplit(".", 1)[1]]()
assert not texts and not notes, f"not found: {texts} {notes}"
