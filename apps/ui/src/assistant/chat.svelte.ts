// Why: one conversation: what was said, what is being said, and the way to stop it.
import { answerChat, type ChatCard, chatLines, chats, openTurn, stopChat } from "../api/chat.ts";
import { readEvents } from "../api/sse.ts";
import type { BookState } from "../state/book.svelte.ts";
import { parsed } from "../state/live.svelte.ts";
import { attempt, toasts } from "../state/toasts.svelte.ts";
import { add, type Message, mark } from "./reduce.ts";
import { fromLines } from "./stored_chat.ts";

export class Chat {
  readonly #book: BookState;
  session: string | undefined = $state();
  sessions: readonly ChatCard[] = $state.raw([]);
  messages: readonly Message[] = $state.raw([]);
  working = $state(false);
  micros = $state(0);
  #abort: AbortController | undefined;

  constructor(book: BookState) {
    this.#book = book;
  }

  async loadSessions(): Promise<void> {
    const page = await chats(this.#book.id).catch(() => undefined);
    if (page) this.sessions = page.items;
  }

  async open(session: string | undefined): Promise<void> {
    this.#abort?.abort();
    this.session = session;
    this.messages = [];
    this.micros = this.sessions.find((each) => each.id === session)?.cost_micros ?? 0;
    if (!session) return;
    const page = await attempt(() => chatLines(this.#book.id, session));
    if (page && this.session === session) this.messages = fromLines(page.items);
  }

  async send(message: string, model: string, maxCostMicros: number | undefined): Promise<void> {
    if (this.working) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.messages = [...this.messages, { who: "person", parts: [{ kind: "text", text: message }] }];
    this.working = true;
    const { chapter, paragraph, text } = this.#book.selection;
    try {
      const answer = await openTurn(
        this.#book.id,
        {
          message,
          ...(this.session ? { session: this.session } : {}),
          ...(chapter ? { chapter } : {}),
          ...(paragraph ? { paragraphs: [paragraph] } : {}),
          ...(text ? { selection: text } : {}),
          ...(model ? { model } : {}),
          ...(maxCostMicros ? { max_cost_micros: maxCostMicros } : {}),
        },
        abort.signal,
      );
      await readEvents(answer, (event) => this.#heard(event.name, parsed(event.data)), abort.signal);
    } catch (thrown) {
      if (!abort.signal.aborted) toasts.failed(thrown);
    } finally {
      this.working = false;
      void this.loadSessions();
    }
  }

  async stop(): Promise<void> {
    const { session } = this;
    if (session) await attempt(() => stopChat(this.#book.id, session));
    else this.#abort?.abort();
  }

  async answer(agree: boolean): Promise<void> {
    const { session } = this;
    if (!session) return;
    const done = await attempt(async () => {
      await answerChat(this.#book.id, session, agree);
      return true;
    });
    if (!done) return;
    this.messages = mark(this.messages, (part) =>
      part.kind === "ask" && part.answer === undefined ? { ...part, answer: agree ? "yes" : "no" } : part,
    );
  }

  async undo(changeId: string): Promise<void> {
    await this.#book.undo(changeId);
    this.messages = mark(this.messages, (part) =>
      part.kind === "change" && part.changeId === changeId ? { ...part, undone: true } : part,
    );
  }

  #heard(name: string, data: Record<string, unknown>): void {
    if (typeof data.session === "string") this.session = data.session;
    if (name === "replied") this.micros += Number(data.usd_micros ?? data.cost_micros ?? 0);
    if (name === "changed") {
      this.#book.revision++;
      void this.#book.load();
    }
    this.messages = add(this.messages, { event: name, ...data });
  }
}
