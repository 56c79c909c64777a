// Why: a real login service beside the program, for tests of what people see of it. `scripts/setup-tests` installs it.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { BrowserContext } from "playwright-core";
import { startTeam, type Team } from "./team_setup.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const PACKAGES = join(ROOT, "target/oidc/node_modules");

/** Where it is not installed its tests are skipped, except where everything must be tried. */
export const skipsLoginService =
  !existsSync(join(PACKAGES, "oidc-provider")) && !["true", "1"].includes(process.env.CI ?? "");

export interface TeamWithService extends Team {
  /** From now on the browser is this person at the service, without being asked. */
  is: (context: BrowserContext, person: string) => Promise<void>;
  end: () => Promise<void>;
}

export async function startTeamWithService(): Promise<TeamWithService> {
  const port = await freePort();
  const page = `http://127.0.0.1:${port}`;
  const service = spawn("node", [
    join(ROOT, "apps/server/tests/login_service.mjs"),
    PACKAGES,
    `${page}/oidc-callback`,
    String(Date.now()),
  ]);
  const issuer = await firstLine(service);
  const config = mkdtempSync(join(tmpdir(), "tsumugi-login-"));
  mkdirSync(join(config, "tsumugi"));
  writeFileSync(join(config, "tsumugi/config.toml"), settings(issuer));
  const more = ["--port", String(port), "--public-url", page];
  const env = { XDG_CONFIG_HOME: config, TSUMUGI_OIDC_SECRET: "a secret: with/odd+characters" };
  const team = await startTeam(more, env);
  return {
    ...team,
    is: async (context, person) => {
      await context.route(`${issuer}/auth?**`, (route) =>
        route.continue({ url: `${route.request().url()}&login_hint=${person}` }),
      );
    },
    end: async () => {
      service.kill();
      await team.program.end();
      rmSync(config, { recursive: true, force: true });
    },
  };
}

const settings = (issuer: string) => `[oidc]
issuer = "${issuer}"
client_id = "tsumugi"
name = "Example"
scopes = ["profile", "groups"]

[oidc.roles]
translators = "translator"
readers = "reader"
`;

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    child.stdout?.once("data", (said: Buffer) => found(said.toString().trim()));
    child.once("exit", (code) => failed(new Error(`the login service ended with ${code}`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });
}
