import { randomBytes } from 'node:crypto';
import { rm, stat, statfs, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openToOthers } from '#platform/data-folder/private-modes.ts';
import { makeRoot } from '#platform/postgres/data-root.ts';
import { type Check, fine, wrong } from './check.ts';

const LEAST_FREE_BYTES = 2 * 1024 ** 3;
/** Packages with compiled parts: npm may report success without having installed the part for this machine. */
const NATIVE = ['@node-rs/argon2', '@duckdb/node-api'];

export const nodeVersion: Check = {
  name: 'Node',
  run: async () => {
    const version = process.versions.node;
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major < 20 || (major === 20 && minor < 20)) return wrong(version, 'Install Node 20.20 or newer.');
    return fine(`${version} at ${process.execPath}`);
  },
};

export const nativeModules: Check = {
  name: 'Native modules',
  async run() {
    const failed: string[] = [];
    for (const name of NATIVE) await import(name).catch(() => failed.push(name));
    if (failed.length === 0) return fine(NATIVE.join(', '));
    return wrong(
      `${failed.join(', ')} cannot be loaded on ${process.platform}-${process.arch}`,
      'Run npm ci again on this machine, without --omit=optional.',
    );
  },
};

export const dataFolder: Check = {
  name: 'Data folder',
  async run({ dataDir }) {
    const probe = join(dataDir, `.doctor-${randomBytes(4).toString('hex')}`);
    try {
      makeRoot(dataDir);
      await writeFile(probe, 'x');
      await rm(probe);
      return fine(`${dataDir} can be written`);
    } catch (error) {
      const reason = (error as Error).message;
      return wrong(
        reason,
        'Choose another folder with --data-dir FOLDER or ALMANAC_DATA_DIR, or correct its permissions.',
      );
    }
  },
};

/** Only PostgreSQL's group may pass through the folder itself, and only when it runs as somebody else. */
const MOST_OF_THE_ROOT = 0o710;

export const fileModes: Check = {
  name: 'File modes',
  async run({ dataDir }) {
    const root = (await stat(dataDir)).mode & 0o777;
    const open = (root & ~MOST_OF_THE_ROOT) === 0 ? [] : [dataDir];
    let inside = 0;
    for await (const { path } of openToOthers(dataDir)) {
      inside += 1;
      if (open.length < 3) open.push(path);
    }
    if (open.length === 0) return fine(`${dataDir} is closed to other users of this machine`);
    const more = inside > open.length ? ` and ${inside - open.length} more` : '';
    return wrong(
      `Other users of this machine may open ${open.join(', ')}${more}`,
      `Close them: chmod -R go-rwx ${dataDir} (as their owner), then start Almanac once.`,
    );
  },
};

export const diskSpace: Check = {
  name: 'Disk space',
  async run({ dataDir }) {
    const { bavail, bsize } = await statfs(dataDir);
    const found = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB free in ${dataDir}`;
    return bavail * bsize >= LEAST_FREE_BYTES
      ? fine(found)
      : wrong(found, 'Free at least 2 GiB, or move the data folder.');
  },
};

export const portFree: Check = {
  name: 'Port',
  async run({ host, port }) {
    const reason = await listenProblem(host, port);
    if (reason === null) return fine(`${host}:${port} is free`);
    if (reason === 'EADDRINUSE' && (await isAlmanac(host, port))) return fine(`${host}:${port} is served by Almanac`);
    if (reason === 'EADDRINUSE')
      return wrong(
        `${host}:${port} is taken by another program`,
        'Stop it, or choose another port with --port NUMBER.',
      );
    return wrong(
      `${host}:${port} cannot be listened on (${reason})`,
      'Choose another with --host ADDRESS and --port NUMBER.',
    );
  },
};

function listenProblem(host: string, port: number): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}

async function isAlmanac(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  try {
    const answer = await fetch(`http://${name}:${port}/healthz`, { signal: AbortSignal.timeout(3000) });
    return answer.ok;
  } catch {
    return false;
  }
}
