/**
 * What recording adds to a whole prediction: one-row JSON requests through the application, noted and not noted in turn, in
 * one process. The model is as small as can be, so the share is the largest there is. Writing the log and handing it over
 * happen after the answer, on the same processor: they are in the processor's time, and not in what a caller waits.
 */
import { createUser } from '../../server/src/accounts/users/create-user.ts';
import { createApp } from '../../server/src/app.ts';
import { aDeployment } from '../../server/src/deployments/predictions/predictions.fixtures.ts';
import { getRecorder } from '../../server/src/deployments/recording/recorder.ts';
import { load, median, processorMs, round, timed } from '../measure.ts';
import { benchPlatform } from '../platform.ts';
import { ADMIN_HEADERS, ADMIN_KEY } from '../processes.ts';
import { record } from '../record.ts';

const ROUNDS = Number(process.argv[2] ?? 15);
const REQUESTS = 2000;

const { platform, close } = await benchPlatform();
try {
  const apiKey = { name: 'k', key: ADMIN_KEY };
  const user = await createUser(platform, { username: 'bench', password: 'bench password', apiKey });
  const owner = { id: user.id, organizationId: user.organization_id };
  const deployment = await aDeployment(platform, owner, 'regression');
  const app = await createApp(platform, { version: 'bench' });
  const recorder = getRecorder(platform);
  const note = recorder.note.bind(recorder);
  const request = {
    method: 'POST',
    url: `/predApi/v1.0/deployments/${deployment.id}/predictions`,
    headers: { ...ADMIN_HEADERS, 'content-type': 'application/json' },
    payload: JSON.stringify([{ size: 100, colour: 'red', rooms: 3 }]),
  } as const;
  const turn = (isNoted: boolean) => {
    recorder.note = isNoted ? note : () => undefined;
  };
  const ask = async (): Promise<void> => {
    const { statusCode, body } = await app.http.inject(request);
    if (statusCode !== 200) throw new Error(`${statusCode} ${body}`);
  };
  /** Noted and not noted request by request: whatever else the machine does happens to both. */
  const waits = { on: [] as number[], off: [] as number[] };
  const alternate = async () => {
    for (let n = 0; n < REQUESTS; n += 1) {
      for (const side of n % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
        turn(side === 'on');
        waits[side].push(1000 * (await timed(ask)));
      }
    }
  };
  /** What is written after the answers is only found in the time of the processor, and only of many together. */
  const processorOf = async (isNoted: boolean): Promise<number> => {
    turn(isNoted);
    const before = process.cpuUsage();
    for (let n = 0; n < REQUESTS; n += 1) await ask();
    await recorder.settle();
    return (1000 * processorMs(before)) / REQUESTS;
  };
  for (const isNoted of [true, false, true]) await processorOf(isNoted);
  const spent = { on: [] as number[], off: [] as number[] };
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const side of n % 2 === 0 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
      spent[side].push(await processorOf(side === 'on'));
    }
    if (n % 3 === 0) await alternate();
  }
  const percent = (on: number, off: number) => round(100 * (on / off - 1), 1);
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
    'load average': load(),
  });
  recorder.note = note;
  await app.close();
} finally {
  await close();
}
