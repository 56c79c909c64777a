// Why: whether a model worked when it was last tried is kept on this machine: a key that is there says little.

/** The kinds of API an endpoint may have. */
export const DIALECTS = ["openai", "anthropic", "gemini", "ollama"] as const;

import type { ModelTrial } from "../api/types.ts";

export interface KeptTest {
  works: boolean;
  at: number;
}

const KEPT_AS = "tsumugi.model-tests";

function all(): Record<string, KeptTest> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT_AS) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, KeptTest>) : {};
  } catch {
    return {};
  }
}

export const modelTests = {
  get: (name: string): KeptTest | undefined => all()[name],
  /** Nothing came back at all, or what did is told. */
  keep(name: string, trial: ModelTrial | undefined): KeptTest {
    const kept = { works: trial?.works ?? false, at: Date.now() };
    localStorage.setItem(KEPT_AS, JSON.stringify({ ...all(), [name]: kept }));
    return kept;
  },
};
