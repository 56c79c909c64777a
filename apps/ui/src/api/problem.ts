// Why: every failure of a request is one kind of error, with what happened and what to do about it.

export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;
  /** The whole answer, for those who need more of it (a conflict names both texts). */
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(text(body.detail) ?? text(body.title) ?? (status ? `HTTP ${status}` : "the server does not answer"));
    this.name = "Problem";
    this.status = status;
    this.code = text(body.code) ?? (status ? `http_${status}` : "unreachable");
    this.hint = text(body.hint);
    this.body = body;
  }

  /** Whatever was thrown, as a problem. */
  static of(thrown: unknown): Problem {
    if (thrown instanceof Problem) return thrown;
    // The browser throws a `TypeError` where nobody answers. Anything else went wrong on the page itself.
    if (thrown instanceof TypeError) return new Problem(0, { code: "unreachable" });
    return new Problem(0, { code: "failed", detail: thrown instanceof Error ? thrown.message : String(thrown) });
  }

  static from(status: number, body: unknown): Problem {
    if (typeof body === "object" && body !== null) return new Problem(status, body as Record<string, unknown>);
    return new Problem(status, typeof body === "string" && body ? { detail: body.slice(0, 500) } : {});
  }
}

/** Whether a request ended because the page no longer wanted its answer. */
export const isAborted = (thrown: unknown): boolean => thrown instanceof DOMException && thrown.name === "AbortError";

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
