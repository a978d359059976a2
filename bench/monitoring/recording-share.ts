/**
 * What recording adds to a whole prediction: one-row JSON requests through the application, noted and not noted in turn, in
 * one process. The model is as small as can be, so the share is the largest there is. Writing the log and handing it over
 * happen after the answer, on the same processor: they are in the processor's time, and not in what a caller waits.
 */
import { createUser } from '../../server/src/accounts/users/create-user.ts';
import { createApp } from '../../server/src/app.ts';
import { aDeployment } from '../../server/src/deployments/predictions/predictions.fixtures.ts';
import { getRecorder } from '../../server/src/deployments/recording/recorder.ts';
import { median, processorMs, round, timed } from '../measure.ts';
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
  const seen = {
    requests: 2 * (ROUNDS * REQUESTS) + 2 * waits.on.length,
    ...{ wait: rounded(waits.on), waitWithout: rounded(waits.off) },
    waitChange: percent(median(waits.on), median(waits.off)),
    ...{ processor: rounded(spent.on), processorWithout: rounded(spent.off) },
    processorChange: percent(median(spent.on), median(spent.off)),
    neighbours: percent(median(spent.on.map((on, n) => on / (spent.off[n] as number))), 1),
    quietest: percent(Math.min(...spent.on), Math.min(...spent.off)),
  };
  const baseline = (value: number) => ({ name: 'the same, not recorded', version: null, value });
  record({
    title: 'What recording adds to a one-row prediction',
    work: { requests: seen.requests, model: 'as small as can be, so the share is the largest there is' },
    figures: [
      { id: 'wait', what: 'A caller waits', value: seen.wait, unit: 'µs', peer: baseline(seen.waitWithout) },
      {
        id: 'wait-change',
        what: 'Recording adds to what a caller waits',
        value: seen.waitChange,
        unit: '%',
        must: '< 5',
      },
      {
        id: 'processor',
        what: 'Processor time of a request',
        value: seen.processor,
        unit: 'µs',
        peer: baseline(seen.processorWithout),
      },
      {
        id: 'processor-change',
        what: 'Recording adds to the processor time, median',
        value: seen.processorChange,
        unit: '%',
        must: '< 5',
      },
      {
        id: 'processor-change-neighbours',
        what: 'Recording adds to the processor time, median over neighbouring rounds',
        value: seen.neighbours,
        unit: '%',
      },
      {
        id: 'processor-change-quietest',
        what: 'Recording adds to the processor time, quietest rounds',
        value: seen.quietest,
        unit: '%',
      },
    ],
  });
  recorder.note = note;
  await app.close();
} finally {
  await close();
}
