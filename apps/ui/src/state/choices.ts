// Why: how a person likes runs to be is remembered on this machine: model, effort and reads.

export const EFFORTS = ["quick", "standard", "careful"] as const;
export type Effort = (typeof EFFORTS)[number];
export const READS = ["book", "chunk"] as const;
export type Reads = (typeof READS)[number];

const pick = <Word extends string>(words: readonly Word[], kept: string | null, usual: Word): Word =>
  words.find((word) => word === kept) ?? usual;

export const choices = {
  get model(): string | null {
    return localStorage.getItem("tsumugi.model");
  },
  set model(name: string | null) {
    keep("tsumugi.model", name);
  },
  get effort(): Effort {
    return pick(EFFORTS, localStorage.getItem("tsumugi.effort"), "standard");
  },
  set effort(word: Effort) {
    keep("tsumugi.effort", word);
  },
  get reads(): Reads {
    return pick(READS, localStorage.getItem("tsumugi.reads"), "book");
  },
  set reads(word: Reads) {
    keep("tsumugi.reads", word);
  },
};

function keep(name: string, value: string | null): void {
  if (value === null) localStorage.removeItem(name);
  else localStorage.setItem(name, value);
}
