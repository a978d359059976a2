import { openForecaster } from '@almanac/engine';
import { expect, test } from 'vitest';
import { withEngine } from './engine-pool.ts';
import { aShopTable } from './shops.fixtures.ts';

const data = { key: 'shops', load: () => Promise.resolve(aShopTable()) };
const request = {
  numberOfBacktests: 2,
  disableHoldout: false,
  validationDuration: null,
  gapDuration: null,
  holdout: null,
  backtests: [],
};
const question = {
  panel: { dateColumn: 'date', idColumns: ['store'], target: 'sales' },
  windows: { unit: null, derivationStart: -28, derivationEnd: 0, forecastStart: 1, forecastEnd: 7 },
  parts: request,
  periods: null,
  exponential: 'auto',
  differencing: 'auto',
  crossSeries: true,
  partialHistory: false,
  seed: 0,
} as const;

test('a thread plans, fits, blends and refits, and the file it leaves answers', async () => {
  const { signal } = new AbortController();
  const outcome = await withEngine(data, signal, async ({ ask }) => {
    const { plan, series } = await ask('planSeries', question);
    const job = { plan, ignore: [], events: [] };
    const quick = await ask('listSeries', { job, mode: 'quick' });
    const blueprints = quick.filter(({ id }) =>
      ['seasonal-naive', 'ar-ridge', 'boosting-log-change-absolute'].includes(id),
    );
    const members = [];
    for (const blueprint of blueprints) {
      const first = await ask('fitSeries', { job, blueprint, part: 'backtest_0', keep: true });
      const second = await ask('fitSeries', { job, blueprint, part: 'backtest_1', keep: false });
      members.push({ id: blueprint.id, parts: [first.predictions, second.predictions], scores: first.scores });
    }
    const [best] = await ask('blendSeries', { job, members, most: 1 });
    if (best === undefined) throw new Error('There was nothing to blend');
    const byId = Object.fromEntries(blueprints.map((one) => [one.id, one]));
    const parts = best.parts.map(({ predictions }) => predictions);
    const file = await ask('refitSeries', { job, blend: best.blend, blueprints: byId, parts });
    return { plan, series, members, best, file };
  });

  expect(outcome.series).toHaveLength(10);
  expect(outcome.plan).toMatchObject({ alignment: 'own end', windows: { history: 28, blind: 0, first: 1, last: 7 } });
  expect(outcome.plan.parts.map(({ name, from, to }) => [name, to - from, from])).toEqual([
    ['holdout', 14, 386],
    ['backtest_0', 14, 372],
    ['backtest_1', 14, 358],
  ]);
  expect(outcome.members).toHaveLength(3);
  expect(outcome.members[0]?.parts[0]?.actual).toHaveLength(140);
  expect(outcome.best.parts[0]?.scores.MASE).toBeLessThan(1);
  const rows = openForecaster(outcome.file).forecast({ series: ['shop 3'], coverages: [0.8] });
  expect(rows.map(({ time }) => new Date(time).toISOString().slice(0, 10))).toEqual([
    '2022-02-05',
    '2022-02-06',
    '2022-02-07',
    '2022-02-08',
    '2022-02-09',
    '2022-02-10',
    '2022-02-11',
  ]);
}, 120_000);

test('an aborted signal ends the thread in the middle of its work', async () => {
  const control = new AbortController();
  const work = withEngine(data, control.signal, async ({ ask }) => {
    const { plan } = await ask('planSeries', question);
    const job = { plan, ignore: [], events: [] };
    const all = await ask('listSeries', { job, mode: 'comprehensive' });
    const slow = all.find(({ id }) => id === 'auto-arima') ?? all.at(-1);
    const fit = ask('fitSeries', { job, blueprint: slow as never, part: 'backtest_0', keep: false });
    control.abort(new Error('cancelled by the test'));
    return fit;
  });
  await expect(work).rejects.toThrow('cancelled by the test');
}, 60_000);

test('work that breaks leaves a thread that can be used again', async () => {
  const { signal } = new AbortController();
  const broken = withEngine(data, signal, ({ ask }) => ask('fitSeries', {} as never));
  await expect(broken).rejects.toThrow();
  const found = await withEngine(data, signal, ({ ask }) =>
    ask('detect', { dateColumn: 'date', candidates: [['store'], []] }),
  );
  expect(found.map(({ eligible, series }) => [eligible, series])).toEqual([
    [true, 10],
    [false, 1],
  ]);
}, 60_000);
