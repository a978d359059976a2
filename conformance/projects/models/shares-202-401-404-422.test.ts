import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { jobDone, modelledHousing } from '../housing.ts';

const NOTHING = '65f000000000000000000001';
let options: CallOptions;
let path: string;
let model: { id: string; blueprintId: string };
beforeAll(async () => {
  options = { key: (await aPerson()).token };
  path = await modelledHousing(options);
  const { data } = (await call('GET', `${path}modelRecords/`, options)).body;
  model = data.find(
    (one: { isFrozen: boolean; modelCategory: string }) => !one.isFrozen && one.modelCategory === 'model',
  );
}, 600_000);

const post = (rest: string, json: object) => call('POST', path + rest, { ...options, json });

test('202: fewer rows, and the same parameters on more of them', async () => {
  for (const [rest, json, isFrozen] of [
    ['models/', { blueprintId: model.blueprintId, samplePct: 32 }, false],
    ['models/fromModel/', { modelId: model.id, trainingRowCount: 40 }, false],
    ['frozenModels/', { modelId: model.id, samplePct: 75 }, true],
  ] as const) {
    const started = await post(rest, json);
    expect(started.status, started.text).toBe(202);
    const { path: made = '' } = await jobDone(started.headers.get('location'), options);
    expect((await call('GET', made, options)).body).toMatchObject({
      ...{ blueprintId: model.blueprintId, isFrozen, parentModelId: isFrozen ? model.id : null },
      ...{ isTrainedIntoValidation: isFrozen, isTrainedIntoHoldout: false },
    });
  }
}, 300_000);

test('401, 404, 422', async () => {
  expect((await call('POST', `${path}frozenModels/`, { key: null, json: { modelId: model.id } })).status).toBe(401);
  expect((await post('frozenModels/', { modelId: NOTHING, samplePct: 30 })).status).toBe(404);
  expect((await post('frozenDatetimeModels/', { modelId: NOTHING, trainingDuration: 'P1Y' })).status).toBe(404);
  for (const [rest, json, field] of [
    ['frozenModels/', { modelId: model.id, samplePct: 101 }, 'samplePct'],
    ['frozenModels/', { modelId: model.id, samplePct: 50, trainingRowCount: 50 }, 'trainingRowCount'],
    ['frozenModels/', { modelId: model.id, colour: 'red' }, 'colour'],
    ['frozenDatetimeModels/', { modelId: model.id, trainingDuration: 'P1Y' }, 'trainingDuration'],
    ['models/', { blueprintId: model.blueprintId, trainingRowCount: 100_000_000 }, 'trainingRowCount'],
  ] as const) {
    const refused = await post(rest, json);
    expect([refused.status, Object.keys(refused.body.errors ?? {})], refused.text).toEqual([422, [field]]);
  }
});
