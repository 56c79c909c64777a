// Why: an endpoint of one's own is told what it speaks.

/** The kinds of API an endpoint may have. */
export const DIALECTS = ["openai", "anthropic", "gemini", "ollama"] as const;
