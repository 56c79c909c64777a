// Why: live events are read with `fetch` instead of `EventSource`, so that a token can be sent, a body can be posted
// (the assistant) and a lost connection goes on behind the last event seen.
import { type EventSourceMessage, EventSourceParserStream } from "eventsource-parser/stream";
import { noticed } from "./client.ts";
import { Problem } from "./problem.ts";

export interface ServerEvent {
  id: string | undefined;
  name: string;
  data: string;
}

const toEvent = ({ id, event, data }: EventSourceMessage): ServerEvent => ({ id, name: event ?? "message", data });

/** The events of a stream of bytes, in order. */
export function parseEvents(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<EventSourceMessage> {
  return bytes.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
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
  const reader = parseEvents(answer.body).getReader();
  try {
    while (!signal.aborted) {
      const { done, value } = await reader.read();
      if (done) return;
      onEvent(toEvent(value));
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
        // Everything was told, and nothing will come.
        if (answer.status === 204) {
          onState?.(false);
          return;
        }
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
          noticed(Problem.of(thrown));
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
