// Why: who else is in the book, and where; and where this page is, for the others.

import { CLIENT } from "../api/runs.ts";
import { type Present, presence, putPresence } from "../api/teamwork.ts";
import { inTurn } from "../state/in_turn.ts";
import { CONNECTED, live, throttle } from "../state/live.svelte.ts";
import { team } from "./team.svelte.ts";

/** A cursor that moves fast is told at most so often. */
const TELL_MS = 400;
const LOOK_MS = 300;

export class BookPresence {
  readonly #book: string;
  /** Everybody but this page. */
  others: Present[] = $state.raw([]);
  #place: { chapter_id: string | null; paragraph_id: string | null; is_editing: boolean } = {
    chapter_id: null,
    paragraph_id: null,
    is_editing: false,
  };
  readonly #put = inTurn(async () => {
    // Before the stream is open, and after it ended, nobody is told; opening it tells again.
    await putPresence(this.#book, { client: CLIENT, ...this.#place }).catch(() => undefined);
  });
  readonly #look = inTurn(async () => {
    const found = await presence(this.#book).catch(() => undefined);
    if (found) this.others = found.items.filter((each) => each.client !== CLIENT);
  });
  readonly #tell = throttle(this.#put, TELL_MS);

  constructor(book: string) {
    this.#book = book;
  }

  /** Who else is at a paragraph. */
  namesAt(paragraph: string): string[] {
    return this.others.filter((each) => each.paragraph_id === paragraph).map((each) => each.person.name ?? "");
  }

  /** Says where this page is. */
  at(chapter: string | undefined, paragraph: string | undefined, editing: boolean): void {
    if (!team.exists) return;
    this.#place = { chapter_id: chapter ?? null, paragraph_id: paragraph ?? null, is_editing: editing };
    this.#tell();
  }

  /** Follows the others; meant for `$effect(() => presence.watch())`. */
  watch(): () => void {
    if (!team.exists) return () => undefined;
    const look = throttle(this.#look, LOOK_MS);
    const stop = live.subscribe((name, data) => {
      if (name === CONNECTED) {
        // The server forgot this page with the stream before.
        this.#tell();
        look();
      } else if (name === "presence_changed" && data.book === this.#book) look();
    });
    this.#look();
    return () => {
      stop();
      this.#place = { chapter_id: null, paragraph_id: null, is_editing: false };
      this.#put();
    };
  }
}
