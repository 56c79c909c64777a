// Why: live events are read with `fetch` instead of `EventSource`, so that a token can be sent, a body can be posted
// (the assistant) and a lost connection goes on behind the last event seen.
import { Problem } from "./problem.ts";

export interface ServerEvent {
  id: string | undefined;
  name: string;
  data: string;
}

/** Cuts a stream of text into events; keeps what is not whole for the next piece. */
export class EventReader {
  #rest = "";
  #id: string | undefined;

  read(piece: string): ServerEvent[] {
    this.#rest += piece;
    const events: ServerEvent[] = [];
    for (;;) {
      const end = /\r?\n\r?\n|\r\r/.exec(this.#rest);
      if (!end) return events;
      const block = this.#rest.slice(0, end.index);
      this.#rest = this.#rest.slice(end.index + end[0].length);
      const event = this.#block(block);
      if (event) events.push(event);
    }
  }

  #block(block: string): ServerEvent | undefined {
    let name = "message";
    const data: string[] = [];
    for (const line of block.split(/\r?\n|\r/)) {
      const colon = line.indexOf(":");
      if (colon === 0) continue;
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (field === "event") name = value;
      else if (field === "data") data.push(value);
      else if (field === "id") this.#id = value;
    }
    return data.length > 0 ? { id: this.#id, name, data: data.join("\n") } : undefined;
  }
}

/** Reads the events of one answer until it ends or `signal` stops it. */
export async function readEvents(
  answer: Response,
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!answer.ok || !answer.body) {
    const type = answer.headers.get("content-type") ?? "";
    const body: unknown = type.includes("json") ? await answer.json() : await answer.text();
    throw Problem.from(answer.status, body);
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const events = new EventReader();
  try {
    while (!signal.aborted) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const event of events.read(value)) onEvent(event);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

export interface Follow {
  open: (lastId: string | undefined, signal: AbortSignal) => Promise<Response>;
  onEvent: (event: ServerEvent) => void;
  /** Told when the connection comes and goes. */
  onState?: (connected: boolean) => void;
  /** Whether to connect again after the server ended the stream. */
  again: () => boolean;
}

/** Follows a stream until stopped; connects again with patience when it breaks. Returns the stop. */
export function follow({ open, onEvent, onState, again }: Follow): () => void {
  const stop = new AbortController();
  let lastId: string | undefined;
  let patience = 500;
  const run = async () => {
    while (!stop.signal.aborted) {
      try {
        const answer = await open(lastId, stop.signal);
        onState?.(answer.ok);
        await readEvents(
          answer,
          (event) => {
            lastId = event.id ?? lastId;
            patience = 500;
            onEvent(event);
          },
          stop.signal,
        );
      } catch (thrown) {
        if (stop.signal.aborted) return;
        const { status } = Problem.of(thrown);
        if (status >= 400 && status < 500 && status !== 429) {
          onState?.(false);
          return;
        }
      }
      onState?.(false);
      if (!again()) return;
      await new Promise((resolve) => setTimeout(resolve, patience));
      patience = Math.min(patience * 2, 10_000);
    }
  };
  void run();
  return () => stop.abort();
}
