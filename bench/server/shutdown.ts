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

const within = seconds.filter((one) => one <= GRACE_SECONDS).length;
const seen = { within, inOrder, filesLeft, median: round(median(seconds)), worst: round(Math.max(...seconds)) };
record({
  title: 'SIGTERM while clients stall',
  work: { tries: TRIES, stalledClientsInEach: STALLED_CLIENTS.length, graceSeconds: GRACE_SECONDS },
  figures: [
    {
      id: 'within-grace',
      what: `Shutdowns within the configured grace, of ${TRIES}`,
      value: seen.within,
      unit: 'shutdowns',
      must: `= ${TRIES}`,
    },
    {
      id: 'in-order',
      what: `Shutdowns with exit code 0, of ${TRIES}`,
      value: seen.inOrder,
      unit: 'shutdowns',
      must: `= ${TRIES}`,
    },
    { id: 'files-left', what: 'Files of unfinished uploads left', value: seen.filesLeft, unit: 'files', must: '= 0' },
    { id: 'median', what: 'SIGTERM to end, median', value: seen.median, unit: 's' },
    { id: 'worst', what: 'SIGTERM to end, worst', value: seen.worst, unit: 's', must: `<= ${GRACE_SECONDS}` },
  ],
});
