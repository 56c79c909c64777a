// Why: whether several people use this library, who of them this browser is, and what they may do. The server decides; the page
// only does not offer what would be refused.
import { me } from "../api/people.ts";
import type { Me, Role } from "../api/types.ts";

export const ROLES: readonly Role[] = ["owner", "editor", "translator", "reader"];

const TRANSLATORS: readonly Role[] = ["owner", "editor", "translator"];
const EDITORS: readonly Role[] = ["owner", "editor"];
const OWNERS: readonly Role[] = ["owner"];

/** What somebody is about to do, under the names the server has for it. */
const ALLOWED = {
  export: TRANSLATORS,
  translate: TRANSLATORS,
  edit: EDITORS,
  spend: EDITORS,
  import: EDITORS,
  remove: OWNERS,
  configure: OWNERS,
  govern: OWNERS,
} as const satisfies Record<string, readonly Role[]>;
export type Act = keyof typeof ALLOWED;

class Team {
  /** Whether people log in with accounts of their own. */
  exists = $state(false);
  /** Who is logged in. */
  me: Me | undefined = $state.raw();

  /** What the login service is called, where there is one. */
  service: string | undefined = $state();

  /** Learns who is logged in; throws when nobody is. */
  async load(): Promise<void> {
    this.exists = true;
    this.me = await me();
  }

  /** What whoever is logged in may do in a book, or in the library. An owner is one everywhere. */
  roleIn(book?: string): Role | undefined {
    const whole = this.me?.role ?? undefined;
    if (!book || whole === "owner") return whole;
    return this.me?.books.find((each) => each.book === book)?.role ?? whole;
  }

  /** Whether they may; a library of one person has no roles. */
  may(act: Act, book?: string): boolean {
    if (!this.exists) return true;
    const role = this.roleIn(book);
    return role !== undefined && ALLOWED[act].includes(role);
  }

  /** Whether they translate and do nothing above it: their work is what they come for. */
  get isTranslator(): boolean {
    const roles = [this.me?.role, ...(this.me?.books ?? []).map((each) => each.role)];
    return this.exists && roles.includes("translator") && !roles.some((role) => role === "owner" || role === "editor");
  }
}

export const team = new Team();
