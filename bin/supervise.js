// Keeps a server running: starts its process, and another when that one ends unexpectedly. Plain JavaScript for Node 20.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** The first restart is immediate; one that keeps dying is given longer and longer pauses. */
const PAUSES_MS = [0, 250, 500, 1000, 2000, 5000, 10_000, 30_000];
/** After this long in service an end says nothing about the ends before it. */
const STEADY_MS = 5_000;
/** Starts in a row that never got ready; more would only repeat the same failure. */
const MOST_FAILED_STARTS = 6;
/** A server ends itself by the end of its grace, unless its main thread hangs: then it never heard the signal. */
const AFTER_THE_GRACE_MS = 3_000;
/** The start of a server itself should not share the processor with that of its standby. */
const STANDBY_AFTER_MS = 3_000;

/**
 * Runs `node args` until it ends by itself or by our signal, and answers how. One that ended otherwise is replaced, on
 * the same port. A first start that fails is told as it is: its settings are wrong, and would be again.
 */
export async function supervise(node, args, env, pausesMs = PAUSES_MS) {
  const stopping = new AbortController();
  const state = { child: null, standby: null, graceMs: null };
  let deadline;
  const passOn = (signal) => {
    stopping.abort();
    endStandby(state);
    state.child?.kill(signal);
    if (state.graceMs === null) return;
    deadline ??= setTimeout(() => state.child?.kill('SIGKILL'), state.graceMs + AFTER_THE_GRACE_MS);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  try {
    return await keepRunning({ node, args, env, pausesMs, state, stopping: stopping.signal });
  } finally {
    clearTimeout(deadline);
    endStandby(state);
    for (const signal of SIGNALS) process.off(signal, passOn);
  }
}

async function keepRunning(how) {
  const { stopping, pausesMs } = how;
  let [restarts, quickEnds, failedStarts] = [0, 0, 0];
  let port = null;
  for (;;) {
    const startedAt = Date.now();
    const end = await runOnce(how, String(restarts), port);
    port = end.port ?? port;
    if (end.code === 0 && end.signal === null) return end;
    failedStarts = end.port === null ? failedStarts + 1 : 0;
    if (stopping.aborted) return leave(how, end);
    // It has undone itself what it had begun, and said what is wrong.
    if (restarts === 0 && end.port === null && end.signal === null) return end;
    if (end.port === null && (restarts === 0 || failedStarts >= MOST_FAILED_STARTS)) return leave(how, end);
    quickEnds = end.port !== null && Date.now() - startedAt > STEADY_MS ? 0 : quickEnds;
    const pauseMs = pausesMs[Math.min(quickEnds++, pausesMs.length - 1)];
    say({ code: end.code, signal: end.signal, restarts: ++restarts, pauseMs });
    await pause(pauseMs, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return leave(how, { code: 0, signal: null });
  }
}

/** A killed server could not stop its PostgreSQL. */
async function leave(how, end) {
  await runOnce(how, 'stop', null);
  return end;
}

/** `port`: where the server before this one listened, which may have been any free one. Answers null when never ready. */
function runOnce(how, launched, port) {
  const { state, stopping } = how;
  return new Promise((resolve, reject) => {
    const child = begin(how, launched, port);
    state.child = child;
    let listening = null;
    let timer;
    child.on('message', (message) => {
      if (!message?.ready) return;
      listening = message.port;
      state.graceMs = message.graceSeconds * 1000;
      timer = setTimeout(() => keepStandby(how), STANDBY_AFTER_MS).unref();
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      state.child = null;
      resolve({ code: code ?? 1, signal, port: listening });
    });
    // A signal that came before there was anybody to pass it on to.
    if (stopping.aborted && launched !== 'stop') child.kill('SIGTERM');
  });
}

/** The standby, when it is there: it has everything loaded. */
function begin(how, launched, port) {
  const again = port === null ? [] : ['--port', String(port)];
  const { standby } = how.state;
  how.state.standby = null;
  if (!standby?.isLoaded || launched === 'stop') {
    standby?.child.kill('SIGKILL');
    return startChild(how, launched, again);
  }
  standby.child.removeAllListeners();
  standby.child.send({ launched, args: again });
  return standby.child;
}

function startChild({ node, args, env }, launched, more) {
  return spawn(node, [...args, ...more], {
    // The channel closes when this process dies, however it dies, so that the child does not outlive it.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...env, ALMANAC_LAUNCHED: launched },
  });
}

/** Loading the program takes most of a start. A process that has done so and waits is a server within moments. */
function keepStandby(how) {
  const { state, stopping, env } = how;
  if (env.ALMANAC_STANDBY === 'false' || stopping.aborted || state.child === null || state.standby !== null) return;
  const child = startChild(how, 'standby', []);
  const standby = { child, isLoaded: false };
  state.standby = standby;
  const gone = () => {
    if (state.standby === standby) state.standby = null;
  };
  child.once('message', () => {
    standby.isLoaded = true;
  });
  child.once('error', gone);
  child.once('exit', gone);
}

/** It holds nothing that could be lost. */
function endStandby(state) {
  state.standby?.child.kill('SIGKILL');
  state.standby = null;
}

/** As the server's own lines, on the same output. */
function say(facts) {
  const level = process.env.ALMANAC_LOG_LEVEL ?? 'info';
  if (level === 'silent' || level === 'fatal') return;
  const msg = 'The server process ended unexpectedly; it is started again';
  const line = { level: 50, time: new Date().toISOString(), role: 'launcher', pid: process.pid, ...facts, msg };
  console.log(JSON.stringify(line));
}
