// Why: starts the real program with a library of its own for each test file, and ends it.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");
export const BINARY = process.env.TSUMUGI_BINARY ?? join(ROOT, "target/debug/tsumugi");

export const sample = (name: string) => join(ROOT, "samples", name);

export interface Program {
  address: string;
  /** What the program says to open: the address, with its token where it asks for one. */
  link: string;
  folder: string;
  /** The token it was told to ask for. */
  token: string | undefined;
  /** Goes away and leaves its library. */
  stop: () => Promise<void>;
  /** Comes back at the same address with the same library. */
  restart: (more?: string[]) => Promise<void>;
  end: () => Promise<void>;
}

/** `tsumugi serve` on a free port of this machine, with an empty library and no models of anyone's. It asks for a token
 * only where the options say so. */
export async function startProgram(more: string[] = [], env: Record<string, string> = {}): Promise<Program> {
  if (!existsSync(BINARY)) throw new Error(`${BINARY} is missing; build it with: cargo build -p tsumugi`);
  const folder = mkdtempSync(join(tmpdir(), "tsumugi-page-"));
  let child = serve(folder, "0", more, env);
  try {
    const link = await firstLink(child);
    const address = new URL(link).origin;
    return {
      address,
      link,
      folder,
      token: more[more.indexOf("--token") + 1 || more.length],
      stop: () => stop(child),
      restart: async (others = more) => {
        child = serve(folder, new URL(address).port, others, env);
        await firstLink(child);
      },
      end: () => end(child, folder),
    };
  } catch (thrown) {
    await end(child, folder);
    throw thrown;
  }
}

function serve(folder: string, port: string, more: string[], env: Record<string, string>): ChildProcess {
  const token = more.some((option) => option.endsWith("token") || option === "--team") ? [] : ["--no-token"];
  const library = join(folder, "library.tsumugi");
  const listens = more.includes("--port") ? [] : ["--port", port];
  return spawn(BINARY, ["serve", ...listens, "--library", library, "--yes", ...token, ...more], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, "config"),
      XDG_DATA_HOME: join(folder, "data"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function firstLink(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let said = "";
    const read = (piece: Buffer) => {
      said += piece.toString();
      const link = /(http:\/\/(?:127\.0\.0\.1|localhost):\d+\/\S*)\n/.exec(said)?.[1];
      if (link) found(link);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => failed(new Error(`the program ended with ${code}: ${said}`)));
    child.once("error", failed);
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await gone;
  clearTimeout(timer);
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  await stop(child);
  rmSync(folder, { recursive: true, force: true });
}
