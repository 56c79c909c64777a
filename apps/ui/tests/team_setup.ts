// Why: tests of a team begin with members who are logged in already; how people join by hand is told in one test of its own.
import type { Browser, BrowserContextOptions } from "playwright-core";
import { openTab, type Tab } from "./browser.ts";
import { type Program, startProgram } from "./program.ts";
import { ask } from "./setup.ts";

export const PASSWORD = "correct horse battery";
const SESSION = "tsumugi_session";

export interface Member {
  name: string;
  /** The program as it answers this member: with a token of theirs. */
  program: Program;
  /** A page on which they are logged in. */
  open: (browser: Browser, options?: BrowserContextOptions) => Promise<Tab>;
}

export interface Team {
  program: Program;
  owner: Member;
  invite: (name: string, role: string) => Promise<Member>;
}

export async function startTeam(more: string[] = [], env: Record<string, string> = {}): Promise<Team> {
  const program = await startProgram(["--team", ...more], env);
  const owner = await join(program, program.link, "Olive");
  return {
    program,
    owner,
    invite: async (name, role) => {
      const { link } = await ask<{ link: string }>(owner.program, "POST", "/invitations", { role, days: 7 });
      return join(program, link, name);
    },
  };
}

async function join(program: Program, link: string, name: string): Promise<Member> {
  const headers = { "x-tsumugi": "1", "content-type": "application/json" };
  const secret = link.slice(link.lastIndexOf("/") + 1);
  const body = JSON.stringify({ secret, name, login: name.toLowerCase(), password: PASSWORD });
  const joined = await fetch(`${program.address}/api/v1/join`, { method: "POST", headers, body });
  const cookie = joined.headers.getSetCookie().find((each) => each.startsWith(`${SESSION}=`));
  const value = cookie?.slice(SESSION.length + 1).split(";")[0];
  if (!value) throw new Error(`${name} could not join: ${joined.status} ${await joined.text()}`);
  const made = await fetch(`${program.address}/api/v1/me/tokens`, {
    method: "POST",
    headers: { ...headers, cookie: `${SESSION}=${value}` },
    body: JSON.stringify({ name: "tests", days: 1 }),
  });
  const { token } = (await made.json()) as { token: string };
  return {
    name,
    program: { ...program, token },
    open: async (browser, options) => {
      const tab = await openTab(browser, options);
      await tab.context.addCookies([{ name: SESSION, value, url: program.address, sameSite: "Strict" }]);
      return tab;
    },
  };
}
