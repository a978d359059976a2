import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Older than this, the bundled Node is used: it is measurably faster. */
const NEW_ENOUGH = 22;
const LEAST = [20, 20];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** Null when this Node can run Almanac, else what to do. */
export function tooOld() {
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return null;
  return `Almanac needs Node ${LEAST.join('.')} or newer, this is ${process.versions.node}. Install a newer one from nodejs.org.`;
}

/** The Node that npm installed beside Almanac, or null when this platform has none. */
export function bundledNode() {
  try {
    const require = createRequire(import.meta.url);
    const manifest = require.resolve(`node-${process.platform}-${process.arch}/package.json`);
    const node = join(dirname(manifest), 'bin', 'node');
    return existsSync(node) ? node : null;
  } catch {
    return null;
  }
}

/** The Node to run under: the bundled one when this one is old, unless ALMANAC_NODE=system. */
export function chosenNode() {
  if (major >= NEW_ENOUGH || process.env.ALMANAC_NODE === 'system') return process.execPath;
  return bundledNode() ?? process.execPath;
}

/**
 * Runs a command in the foreground and answers its exit code. Signals are passed on; `tied` gives the child a channel
 * that closes when this process dies, however it dies, so that the child does not outlive it.
 */
export function run(file, args, { tied = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = tied ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
    const child = spawn(file, args, { stdio, ...options });
    const passOn = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const each of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(each, passOn);
      resolve(signal ? { signal, code: 1 } : { signal: null, code: code ?? 1 });
    });
  });
}

/** Ends this process the way its child ended. */
export function endLike({ code, signal }) {
  process.exitCode = code;
  if (signal) process.kill(process.pid, signal);
}

/**
 * npm starts us through a shell that passes no signal on, and when npm is killed outright nobody does; the server would
 * stay behind and hold the port. Calls `ended` when the shell, or npm above it, is gone.
 */
export function whenNpmDies(ended) {
  if (!process.env.npm_lifecycle_event) return;
  const ancestors = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const before = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(timer);
    ended();
  }, 300);
  timer.unref();
}

function parentOf(pid) {
  try {
    // After the name in parentheses, which may hold blanks: state, then the parent.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1];
  } catch {
    return 'unknown';
  }
}
