/**
 * What recording adds to a whole prediction: one-row JSON requests through the application, noted and not noted in turn, in
 * one process. The model is as small as can be, so the share is the largest there is. Writing the log and handing it over
 * happen after the answer, on the same processor: they are in the processor's time, and not in what a caller waits.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '../../server/src/accounts/users/create-user.ts';
import { createApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config/index.ts';
import { aDeployment } from '../../server/src/deployments/predictions/predictions.fixtures.ts';
import { recorderOf } from '../../server/src/deployments/recording/recorder-of.ts';
import { openPlatform } from '../../server/src/open-platform.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import { start } from '../../server/src/platform/postgres/postgres.ts';
import { record } from '../record.ts';
import { median } from '../server/measure.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
const REQUESTS = 2000;
const KEY = 'bench-key-0123456789abcdef0123456789abcdef';

const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
const postgres = await start(folder, { info: () => undefined, error: console.error });
try {
  const config = readConfig({ ALMANAC_DATA_DIR: folder, ALMANAC_LOG_LEVEL: 'silent' });
  const log = createLogger('silent', 'bench');
  const { platform, close } = await openPlatform(config, { databaseUrl: postgres.url, role: 'command', log });
  const user = await createUser(platform, {
    username: 'bench',
    password: 'bench password',
    apiKey: { name: 'k', key: KEY },
  });
  const owner = { id: user.id, organizationId: user.organization_id };
  const deployment = await aDeployment(platform, owner, 'regression');
  const app = await createApp(platform, { version: 'bench' });
  const recorder = recorderOf(platform);
  const note = recorder.note.bind(recorder);
  const request = {
    method: 'POST',
    url: `/predApi/v1.0/deployments/${deployment.id}/predictions`,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    payload: JSON.stringify([{ size: 100, colour: 'red', rooms: 3 }]),
  } as const;
  const round = async (isNoted: boolean) => {
    recorder.note = isNoted ? note : () => undefined;
    const waited: number[] = [];
    const before = process.cpuUsage();
    for (let n = 0; n < REQUESTS; n += 1) {
      const began = performance.now();
      const { statusCode, body } = await app.http.inject(request);
      waited.push(performance.now() - began);
      if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
    }
    await recorder.settle();
    const { user: own, system } = process.cpuUsage(before);
    return { waited: median(waited) * 1000, processor: (own + system) / REQUESTS };
  };
  for (const isNoted of [true, false, true]) await round(isNoted);
  const seen = { on: [] as Awaited<ReturnType<typeof round>>[], off: [] as Awaited<ReturnType<typeof round>>[] };
  for (let n = 0; n < ROUNDS; n += 1) {
    // Each is as often first as second.
    for (const side of n % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
      seen[side].push(await round(side === 'on'));
    }
  }
  const shares = (of: 'waited' | 'processor') =>
    seen.on.map((one, n) => one[of] / (seen.off[n]?.[of] ?? Number.NaN) - 1);
  const percent = (of: 'waited' | 'processor') => Number((100 * median(shares(of))).toFixed(1));
  const us = (side: 'on' | 'off', of: 'waited' | 'processor') => Math.round(median(seen[side].map((one) => one[of])));
  record('recording-share', {
    work: 'one-row JSON prediction of a small model, through the application without a socket',
    requests: ROUNDS * REQUESTS,
    'a caller waits, us, not noted': us('off', 'waited'),
    'a caller waits, us, noted': us('on', 'waited'),
    'noting adds to what a caller waits, %': percent('waited'),
    'processor us a request, not noted': us('off', 'processor'),
    'processor us a request, noted, written and handed over': us('on', 'processor'),
    'recording adds to the time of the processor, %': percent('processor'),
    must: 'under 5 %',
    'load average': loadavg()[0]?.toFixed(1),
  });
  recorder.note = note;
  await app.close();
  await close();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
