/**
 * SIGTERM while clients stall in every way we know, twenty times: the server must have ended within its grace, in order,
 * with what was acknowledged kept and nothing of the unfinished uploads left.
 */
import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startLlm } from '../../conformance/providers/llm/llm.ts';
import { startInstallation } from '../../conformance/support/installation.ts';
import { STALLED_CLIENTS, stall } from '../../conformance/support/stalled-clients.ts';
import { median, round } from '../measure.ts';
import { record } from '../record.ts';

const TRIES = 20;
const GRACE_SECONDS = 6;
const SLACK_SECONDS = 1;

const llm = await startLlm();
const seconds: number[] = [];
let inOrder = 0;
let filesLeft = 0;

try {
  for (let number = 1; number <= TRIES; number++) {
    const server = await startInstallation({
      ALMANAC_SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS),
      ALMANAC_LLM_BASE_URL: llm.url,
      ALMANAC_LLM_MODELS: 'fake/stalled',
    });
    const drafts = () => readdirSync(join(server.env.ALMANAC_DATA_DIR ?? '', 'blobs', '.unfinished')).length;
    const sockets: Socket[] = [];
    try {
      for (const client of STALLED_CLIENTS) sockets.push(await stall(server.url, server.adminKey, client));
      while (drafts() === 0 || llm.open() === 0) await pause(20);
      const from = performance.now();
      const { code } = await server.terminate();
      seconds.push((performance.now() - from) / 1000);
      if (code === 0) inOrder += 1;
      filesLeft += drafts();
      console.log(`try ${number}: ended with ${code} after ${seconds.at(-1)?.toFixed(2)} s`);
    } finally {
      for (const socket of sockets) socket.destroy();
      await server.stop();
    }
  }
} finally {
  await llm.close();
}

const within = seconds.filter((one) => one <= GRACE_SECONDS + SLACK_SECONDS).length;
record('shutdown', {
  tries: TRIES,
  'stalled clients in each': STALLED_CLIENTS.length,
  'grace, s': GRACE_SECONDS,
  'ended within the grace': within,
  'ended in order (exit code 0)': inOrder,
  'files of unfinished uploads left': filesLeft,
  'median, s': round(median(seconds)),
  'worst, s': round(Math.max(...seconds)),
});
if (within < TRIES || inOrder < TRIES || filesLeft > 0) process.exitCode = 1;
