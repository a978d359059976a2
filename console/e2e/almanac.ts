import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Almanac {
  readonly url: string;
  /** One-time link for the first administrator; absent when the settings made one. */
  readonly setupUrl: string | undefined;
  stop(): Promise<void>;
}

/** A real server on a fresh data folder and a free port, started the way people start it. */
export async function startAlmanac(settings: Readonly<Record<string, string>> = {}): Promise<Almanac> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-console-'));
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('ALMANAC_'));
  const env = {
    ...Object.fromEntries(inherited),
    ALMANAC_PORT: '0',
    ALMANAC_DATA_DIR: folder,
    ALMANAC_CHECK_REPLIES: 'true',
    ALMANAC_WORKERS: '0',
    // Services, language models and providers of the stories run on this machine.
    ALMANAC_ALLOWED_INSIDE_HOSTS: '127.0.0.0/8',
    ...settings,
  };
  const child = spawn(process.execPath, [join(ROOT, 'bin', 'almanac.js'), 'serve'], { env, cwd: ROOT });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const printed = await untilReady(child);
    const url = printed.match(/Console\s+(http:\/\/\S+?)\/\s/)?.[1];
    if (url === undefined) throw new Error(`The server printed no address of the console:\n${printed}`);
    return { url, setupUrl: printed.match(/http:\/\/\S+\/setup\?token=\S+/)?.[0], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Everything it printed up to the line that says how to stop it, which is the last one of a start. */
function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('Stop with Ctrl-C')) resolve(printed);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The server ended with code ${code} before it was ready:\n${printed}`)),
    );
  });
}
