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
import { getRecorder } from '../../server/src/deployments/recording/recorder.ts';
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
  const recorder = getRecorder(platform);
  const note = recorder.note.bind(recorder);
  const request = {
    method: 'POST',
    url: `/predApi/v1.0/deployments/${deployment.id}/predictions`,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    payload: JSON.stringify([{ size: 100, colour: 'red', rooms: 3 }]),
  } as const;
  const turn = (isNoted: boolean) => {
    recorder.note = isNoted ? note : () => undefined;
  };
  const ask = async (): Promise<number> => {
    const began = performance.now();
    const { statusCode, body } = await app.http.inject(request);
    if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
    return performance.now() - began;
  };
  /** Noted and not noted request by request: whatever else the machine does happens to both. */
  const waits = { on: [] as number[], off: [] as number[] };
  const alternate = async () => {
    for (let n = 0; n < REQUESTS; n += 1) {
      for (const side of n % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
        turn(side === 'on');
        waits[side].push(1000 * (await ask()));
      }
    }
  };
  /** What is written after the answers is only found in the time of the processor, and only of many together. */
  const round = async (isNoted: boolean): Promise<number> => {
    turn(isNoted);
    const before = process.cpuUsage();
    for (let n = 0; n < REQUESTS; n += 1) await ask();
    await recorder.settle();
    const { user: own, system } = process.cpuUsage(before);
    return (own + system) / REQUESTS;
  };
  for (const isNoted of [true, false, true]) await round(isNoted);
  const spent = { on: [] as number[], off: [] as number[] };
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const side of n % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
      spent[side].push(await round(side === 'on'));
    }
    if (n % 3 === 0) await alternate();
  }
  const percent = (on: number, off: number) => Number((100 * (on / off - 1)).toFixed(1));
  const rounded = (values: readonly number[]) => Math.round(median(values));
  record('recording-share', {
    work: 'one-row JSON prediction of a small model, through the application without a socket',
    requests: 2 * (ROUNDS * REQUESTS) + 2 * waits.on.length,
    'a caller waits, us, not noted': rounded(waits.off),
    'a caller waits, us, noted': rounded(waits.on),
    'noting adds to what a caller waits, %': percent(median(waits.on), median(waits.off)),
    'processor us a request, not noted': rounded(spent.off),
    'processor us a request, noted, written and handed over': rounded(spent.on),
    'recording adds to the time of the processor, %': percent(median(spent.on), median(spent.off)),
    'of neighbouring rounds, median, %': percent(median(spent.on.map((on, n) => on / (spent.off[n] as number))), 1),
    'in the quietest rounds, %': percent(Math.min(...spent.on), Math.min(...spent.off)),
    must: 'under 5 % of the time of a request',
    'load average': loadavg()[0]?.toFixed(1),
  });
  recorder.note = note;
  await app.close();
  await close();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
