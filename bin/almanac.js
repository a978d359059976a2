#!/usr/bin/env node
// The launcher: chooses the Node, builds what is not built, then hands over. Plain JavaScript for Node 20.
import { fileURLToPath } from 'node:url';
import { chosenNode, endLike, run, tooOld, whenNpmDies } from './runtime.js';

const here = fileURLToPath(import.meta.url);
const refused = tooOld();

if (refused) {
  console.error(refused);
  process.exitCode = 1;
} else if (chosenNode() !== process.execPath && !process.env.ALMANAC_LAUNCHED) {
  await underChosenNode();
} else {
  await hereAndNow();
}

async function underChosenNode() {
  whenNpmDies(() => process.kill(process.pid, 'SIGTERM'));
  const env = { ...process.env, ALMANAC_LAUNCHED: '1' };
  try {
    endLike(await run(chosenNode(), [here, ...process.argv.slice(2)], { tied: true, env }));
  } catch {
    // The bundled Node does not run on this system (another libc): the system's own has to do.
    await hereAndNow();
  }
}

async function hereAndNow() {
  // Under a launcher it is the launcher that watches, and passes the signal on.
  if (!process.env.ALMANAC_LAUNCHED) whenNpmDies(() => process.kill(process.pid, 'SIGTERM'));
  delete process.env.ALMANAC_LAUNCHED;
  const { buildStale } = await import('../scripts/build.js');
  const built = await buildStale(process.argv[2] === 'serve' ? ['engine', 'server', 'console'] : ['engine', 'server']);
  if (!built) process.exit(1);
  const { main } = await import('../server/dist/cli.js');
  await main(process.argv.slice(2));
}
