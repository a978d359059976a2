import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { shopsCsv, shopsProject } from '../shops.ts';

let options: CallOptions;
let path: string;
const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
const spec = {
  ...columns,
  useTimeSeries: true,
  featureDerivationWindowStart: -14,
  featureDerivationWindowEnd: 0,
  forecastWindowStart: 1,
  forecastWindowEnd: 7,
  numberOfBacktests: 2,
};
beforeAll(async () => {
  options = { key: (await aPerson()).token };
  path = await shopsProject(options, shopsCsv(3, 120));
  await follow(await call('POST', `${path}multiseriesProperties/`, { ...options, json: columns }), options);
});
const preview = (json: object) => call('POST', `${path}datetimePartitioning/`, { ...options, json });

test('200: a preview at once, with every backtest spelled out', async () => {
  const { status, body } = await preview(spec);
  expect(status).toBe(200);
  expect(body).toMatchObject({ projectId: path.split('/')[4], numberOfBacktests: 2, datetimePartitionColumn: 'date' });
  expect(body.backtests).toHaveLength(2);
  for (const one of body.backtests)
    for (const part of ['availableTraining', 'primaryTraining', 'gap', 'validation'])
      for (const end of ['StartDate', 'Duration', 'EndDate']) expect(one[part + end], part + end).toBeTypeOf('string');
  const [newest, older] = body.backtests;
  expect(newest.validationStartDate >= older.validationEndDate).toBe(true);
  expect(body.holdoutStartDate >= newest.validationEndDate).toBe(true);
});

test('200: another number of backtests, no holdout, a gap: the preview follows', async () => {
  const { body: three } = await preview({ ...spec, numberOfBacktests: 3, disableHoldout: true });
  expect([three.backtests.length, three.disableHoldout, three.holdoutStartDate]).toEqual([3, true, null]);
  const { body: gapped } = await preview({ ...spec, gapDuration: 'P7D' });
  const [newest] = gapped.backtests;
  expect(Date.parse(newest.validationStartDate) - Date.parse(newest.primaryTrainingEndDate)).toBeGreaterThanOrEqual(
    7 * 86_400_000,
  );
});

test('422: before a target there is no final partitioning; what cannot be laid out is refused with the field', async () => {
  expect((await call('GET', `${path}datetimePartitioning/`, options)).status).toBe(422);
  for (const [json, field] of [
    [{ ...spec, numberOfBacktests: 0 }, 'numberOfBacktests'],
    [{ ...spec, forecastWindowEnd: 0 }, 'forecastWindowEnd'],
    [{ ...spec, colour: 'red' }, 'colour'],
    [{ ...spec, datetimePartitionColumn: 'sales', multiseriesIdColumns: [] }, 'datetimePartitionColumn'],
  ] as const) {
    const refused = await preview(json);
    expect([refused.status, Object.keys(refused.body.errors ?? {})], refused.text).toEqual([422, [field]]);
  }
  const many = await preview({ ...spec, numberOfBacktests: 20 });
  expect([many.status, many.text.length > 40], many.text).toEqual([422, true]);
});

test('202: a partitioning with a target, found again, its input given back', async () => {
  const json = { ...spec, target: 'sales' };
  const started = await call('POST', `${path}optimizedDatetimePartitionings/`, { ...options, json });
  const { path: made = '', failure } = await follow(started, options);
  expect(failure).toBeUndefined();
  const { body } = await call('GET', made, options);
  expect(body.backtests).toHaveLength(2);
  const input = await call('GET', `${made}datetimePartitioningInput/`, options);
  expect(input.body).toMatchObject({ datetimePartitionColumn: 'date', forecastWindowEnd: 7 });
  const listed = await call('GET', `${path}optimizedDatetimePartitionings/`, options);
  expect(listed.body.data).toHaveLength(1);
  const nothing = '65f000000000000000000001';
  expect((await call('GET', `${path}optimizedDatetimePartitionings/${nothing}/`, options)).status).toBe(404);
});

test('200: the final partitioning counts rows', async () => {
  const aim = { ...spec, target: 'sales', mode: 'manual', cvMethod: 'datetime' };
  await follow(await call('PATCH', `${path}aim/`, { ...options, json: aim }), options);
  const final = await call('GET', `${path}datetimePartitioning/`, options);
  expect(final.body).toMatchObject({ numberOfBacktests: 2, totalRowCount: 360 });
  const rows = final.body.backtests.map((one: { validationRowCount: number }) => one.validationRowCount);
  expect(rows).toHaveLength(2);
  expect(Math.min(...rows)).toBeGreaterThan(0);
});
