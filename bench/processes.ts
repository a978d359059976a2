import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');
/** Beside the code, and never committed: peers and data that are made once. */
export const CACHE = join(ROOT, '.cache');
export const ADMIN_KEY = 'bench-key-0123456789abcdef0123456789abcdef';
export const ADMIN_HEADERS = { authorization: `Bearer ${ADMIN_KEY}` };

/** The server's program, built first. Without the launcher, so that the process that is measured or killed is the server. */
export function serverProgram(): string {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.js')], { stdio: 'inherit' });
  return join(ROOT, 'server/dist/cli.js');
}

/** Settings of a server in a data folder of its own, with an administrator and no workers. */
export const serverSettings = (folder: string) => ({
  ALMANAC_DATA_DIR: folder,
  ALMANAC_PORT: '0',
  ALMANAC_WORKERS: '0',
  ALMANAC_LOG_LEVEL: 'warn',
  ALMANAC_ADMIN_USERNAME: 'bench',
  ALMANAC_ADMIN_PASSWORD: 'bench password long',
  ALMANAC_ADMIN_API_KEY: ADMIN_KEY,
});

/** A server in a process of its own. */
export async function startServer(settings: Readonly<Record<string, string>>, node: readonly string[] = []) {
  const { process: server, url } = await startProgram([...node, serverProgram(), 'serve'], {
    settings,
    address: /API\s+(http:\S+)\/api\/v2\//,
  });
  return { pid: server.pid, url, stop: () => endProcess(server, 'SIGINT') };
}

/** A program that prints its address, under the same Node. */
export async function startProgram(
  args: readonly string[],
  { settings = {}, address = /(http:\S+)/ }: { settings?: Readonly<Record<string, string>>; address?: RegExp } = {},
) {
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return { process: child, url: await addressIn(child.stdout, address) };
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** Reads on after the address was found: a program whose output nobody reads any more cannot print its farewell. */
export function addressIn(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    stream.on('data', (chunk) => {
      output += String(chunk);
      const found = pattern.exec(output)?.[1];
      if (found) resolve(found);
    });
    stream.once('end', () => reject(new Error(`The program printed no address: ${output}`)));
  });
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Whether a GET of this address succeeds now. */
export const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Path of a Python with these packages, in an environment of this name that is made once. */
export function pythonWith(name: string, packages: readonly string[]): string {
  const python = join(CACHE, name, 'bin', 'python');
  try {
    if (!existsSync(python)) execFileSync('python3', ['-m', 'venv', join(CACHE, name)], { stdio: 'inherit' });
    const found = execFileSync(python, ['-m', 'pip', 'list', '--format=freeze'], { encoding: 'utf8' }).toLowerCase();
    const nameOf = (wanted: string) => wanted.replace(/[[=<].*$/, '');
    const missing = packages.filter((wanted) => !`\n${found}`.includes(`\n${nameOf(wanted)}==`));
    if (missing.length > 0) execFileSync(python, ['-m', 'pip', 'install', '-q', ...missing], { stdio: 'inherit' });
    return python;
  } catch (error) {
    const needed = `This benchmark installs its peers (${packages.join(', ')}) into .cache/${name}`;
    throw new Error(`${needed}. That needs python3 with venv, and a network the first time.`, { cause: error });
  }
}

/** The version of a package that this Python has. */
export const pythonVersion = (python: string, name: string): string =>
  execFileSync(python, ['-c', `import importlib.metadata as m; print(m.version('${name}'))`], {
    encoding: 'utf8',
  }).trim();

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** Time a process has spent on a core, in milliseconds: what does not depend on who else the machine works for. */
export function cpuMs(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
