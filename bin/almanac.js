#!/usr/bin/env node
// The launcher: chooses the Node, builds what is not built, then hands over; over a server it watches. Plain JavaScript
// for Node 20.
import { fileURLToPath } from 'node:url';
import { chosenNode, endLike, run, tooOld, whenNpmDies } from './runtime.js';
import { supervise } from './supervise.js';

const here = fileURLToPath(import.meta.url);
const args = process.argv.slice(2);
const isServer = args[0] === 'serve';
const refused = tooOld();

if (refused) {
  console.error(refused);
  process.exitCode = 1;
} else if (process.env.ALMANAC_LAUNCHED) {
  await hereAndNow();
} else if (isServer || chosenNode() !== process.execPath) {
  await inAProcessOfItsOwn();
} else {
  whenNpmDies(() => process.kill(process.pid, 'SIGTERM'));
  await hereAndNow();
}

async function inAProcessOfItsOwn() {
  whenNpmDies(() => process.kill(process.pid, 'SIGTERM'));
  try {
    endLike(await under(chosenNode()));
  } catch {
    // The bundled Node does not run on this system (another libc): the system's own has to do.
    endLike(await under(process.execPath));
  }
}

function under(node) {
  if (isServer) return supervise(node, [here, ...args], process.env);
  return run(node, [here, ...args], { tied: true, env: { ...process.env, ALMANAC_LAUNCHED: '0' } });
}

/**
 * `ALMANAC_LAUNCHED`: how many server processes there were before, `stop` to end what a killed one left, or `standby` to
 * load the program and wait until one is needed.
 */
async function hereAndNow() {
  const launched = process.env.ALMANAC_LAUNCHED ?? '0';
  delete process.env.ALMANAC_LAUNCHED;
  if (launched === '0' && !(await build())) process.exit(1);
  const { main } = await import('../server/dist/cli.js');
  if (launched !== 'standby') return main(args, launchOf(launched));
  const needed = await calledUpon();
  await main([...args, ...needed.args], launchOf(needed.launched));
}

function launchOf(launched) {
  return { restarts: Number(launched) || 0, onlyStop: launched === 'stop' };
}

function calledUpon() {
  const end = () => process.exit();
  process.once('disconnect', end);
  process.send({ loaded: true });
  return new Promise((resolve) => {
    process.once('message', (order) => {
      process.off('disconnect', end);
      resolve(order);
    });
  });
}

async function build() {
  const { buildStale } = await import('../scripts/build.js');
  return buildStale(isServer ? undefined : ['engine', 'server']);
}
