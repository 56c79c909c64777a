"""A whole translation by a client that `openapi-python-client` generated from the API's description.

usage: story.py ADDRESS TOKEN SAMPLE FOLDER, with the folder of the generated package `tsumugi_client` in PYTHONPATH.
An empty TOKEN asks without one. Writes story.epub and story.txt with its certificate to FOLDER.
"""

import sys
import time
from io import BytesIO
from pathlib import Path

from tsumugi_client import AuthenticatedClient, Client
from tsumugi_client.api.books import import_book, list_books, show_book
from tsumugi_client.api.changes import undo
from tsumugi_client.api.events import run_events
from tsumugi_client.api.export import certificate, download_book, download_certificate, export_book
from tsumugi_client.api.knowledge import add_term, list_terms, rename_term
from tsumugi_client.api.paragraphs import list_paragraphs, search, show_paragraph
from tsumugi_client.api.runs import begin_run, plan, resume_run, show_run, stop_run
from tsumugi_client.api.versions import add_version
from tsumugi_client.models import (
    DownloadBookFormat,
    DownloadCertificateFormat,
    ExportRequest,
    ImportForm,
    NewVersion,
    ProblemBody,
    RenameTermRequest,
    ResumeRequest,
    RunState,
    SearchIn,
    TermRequest,
    UndoRequest,
    WishRequest,
)
from tsumugi_client.types import File

address, token, sample = sys.argv[1:4]
folder = Path(sys.argv[4])
if token:
    client = AuthenticatedClient(base_url=address, token=token, timeout=60)
    meant = {}
else:
    client = Client(base_url=address, timeout=60)
    meant = {"x_tsumugi": "1"}


def done(response, status):
    """What a request that must be answered with this status gave."""
    assert response.status_code == status, f"{response.status_code}: {response.content[:500]}"
    return response.parsed


def rested(run):
    """The run, once it is no longer at work."""
    for _ in range(600):
        page = done(show_run.sync_detailed(run, client=client), 200)
        if page.state is not RunState.RUNNING:
            return page
        time.sleep(0.1)
    raise AssertionError("the run does not end")


def upload():
    file = File(payload=BytesIO(Path(sample).read_bytes()), file_name=Path(sample).name)
    imported = done(import_book.sync_detailed(client=client, body=ImportForm(file=file, to="zh"), **meant), 201)
    again = File(payload=BytesIO(Path(sample).read_bytes()), file_name=Path(sample).name)
    twice = done(import_book.sync_detailed(client=client, body=ImportForm(file=again), **meant), 409)
    assert isinstance(twice, ProblemBody) and twice.code == "already_there" and twice.book == imported.book.id
    assert [book.id for book in done(list_books.sync_detailed(client=client), 200).items] == [imported.book.id]
    return imported.book.id


def translate(book):
    wish = WishRequest(model="rehearsal", target_language="zh", concurrency=1, chunk_tokens=200)
    estimate = done(plan.sync_detailed(book, client=client, body=wish, **meant), 200)
    assert estimate.n_paragraphs > 10, estimate
    # The limit makes the run rest before its end.
    wish.max_tokens = estimate.input_tokens[0] // 2
    run = done(begin_run.sync_detailed(book, client=client, body=wish, **meant), 202).run
    resting = rested(run)
    assert resting.state is RunState.RESTING and resting.ending == "budget", resting
    more = ResumeRequest(max_tokens=100_000_000)
    done(resume_run.sync_detailed(run, client=client, body=more, **meant), 202)
    stopped = stop_run.sync_detailed(run, client=client, **meant)
    if stopped.status_code == 202:
        assert stopped.parsed.run == run
        if rested(run).state is RunState.RESTING:
            done(resume_run.sync_detailed(run, client=client, body=more, **meant), 202)
    else:
        assert done(stopped, 409).code == "not_at_work"
    events = done(run_events.sync_detailed(run, client=client), 200)
    assert "event: ended" in events, events[-500:]
    over = rested(run)
    assert over.state is RunState.OVER and over.ending == "finished" and over.n_unresolved == 0, over
    refused = done(resume_run.sync_detailed(run, client=client, body=more, **meant), 409)
    assert refused.code == "over", refused


def edit(book):
    chapters = done(show_book.sync_detailed(book, client=client), 200).chapters
    listed = [
        paragraph
        for chapter in chapters
        for paragraph in done(list_paragraphs.sync_detailed(book, chapter.id, client=client), 200).items
    ]
    assert not any(one.translation for one in listed), "a rehearsal is no translation"
    paragraph = next(one for one in listed if one.rehearsal and "<" not in one.text)
    change = NewVersion(text="灯亮了。糸子来了。", based_on=paragraph.version)
    reply = done(add_version.sync_detailed(book, paragraph.paragraph_id, client=client, body=change, **meant), 201)
    assert reply.change_id
    late = NewVersion(text="来晚了。", based_on=paragraph.version)
    conflict = done(add_version.sync_detailed(book, paragraph.paragraph_id, client=client, body=late, **meant), 409)
    assert isinstance(conflict, ProblemBody) and conflict.code == "edit_conflict", conflict
    assert conflict.conflict.translation == change.text, conflict
    assert conflict.conflict.yours == late.text and conflict.hint, conflict
    return paragraph, change.text


def undo_and_search(book, paragraph, text):
    found = done(search.sync_detailed(book, client=client, q="糸子", in_=SearchIn.TRANSLATION), 200)
    assert [hit.paragraph_id for hit in found.items] == [paragraph.paragraph_id], found
    back = done(undo.sync_detailed(book, client=client, body=UndoRequest(), **meant), 200)
    shown = done(show_paragraph.sync_detailed(book, paragraph.paragraph_id, client=client), 200)
    assert shown.translation == paragraph.translation, shown
    done(undo.sync_detailed(book, client=client, body=UndoRequest(change_id=back.change_id), **meant), 200)
    shown = done(show_paragraph.sync_detailed(book, paragraph.paragraph_id, client=client), 200)
    assert shown.translation == text, shown


def rename(book, paragraph):
    word = next(word.strip(".,“”\"") for word in paragraph.text.split() if len(word) > 4)
    term = TermRequest(source=word, translation="糸子", standing="confirmed")
    term_id = done(add_term.sync_detailed(book, client=client, body=term, **meant), 201).id
    kept = done(list_terms.sync_detailed(book, client=client), 200).items
    assert [(one.id, one.standing) for one in kept] == [(term_id, "confirmed")], kept
    new = RenameTermRequest(translation="丝子")
    renamed = done(rename_term.sync_detailed(book, term_id, client=client, body=new, **meant), 200)
    assert renamed.n_changed == 1, renamed
    shown = done(show_paragraph.sync_detailed(book, paragraph.paragraph_id, client=client), 200)
    assert shown.translation == "灯亮了。丝子来了。", shown


def export(book):
    proof = done(certificate.sync_detailed(book, client=client, rehearsal=True), 200)
    assert proof.holds and proof.rehearsal and proof.n_untranslated == 0, proof
    file = done(export_book.sync_detailed(book, client=client, body=ExportRequest(rehearsal=True), **meant), 200)
    content = file.payload.read()
    assert content[:4] == b"PK\x03\x04"
    (folder / "story.epub").write_bytes(content)
    answer = download_book.sync_detailed(book, client=client, format_=DownloadBookFormat.TEXT, rehearsal=True)
    text = done(answer, 200).payload.read()
    assert answer.headers["content-type"] == "text/plain; charset=utf-8" and "丝子" in text.decode()
    beside = download_certificate.sync_detailed(
        book, client=client, format_=DownloadCertificateFormat.TEXT, rehearsal=True
    )
    assert done(beside, 200)["n_untranslated"] == 0
    (folder / "story.txt").write_bytes(text)
    (folder / "story.txt.certificate.json").write_bytes(beside.content)


book = upload()
translate(book)
paragraph, text = edit(book)
undo_and_search(book, paragraph, text)
rename(book, paragraph)
export(book)
