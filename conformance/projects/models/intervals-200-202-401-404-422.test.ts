import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { modelledShop, shopsProject } from '../shops.ts';

const NOTHING = '65f000000000000000000001';
let options: CallOptions;
let project: string;
let model: string;

beforeAll(async () => {
  options = { key: (await aPerson()).token };
  const made = await modelledShop(options);
  project = made.path;
  model = `${project}models/${made.modelId}/`;
}, 600_000);

const compute = (of: string, percentiles: unknown) =>
  call('POST', `${of}predictionIntervals/`, { ...options, json: { percentiles } });

test('202, 200: sizes are computed and listed, widest first', async () => {
  expect((await call('GET', `${model}predictionIntervals/`, options)).body).toMatchObject({ count: 0, data: [] });
  for (const percentiles of [[80], ['95'], [80]]) {
    const started = await compute(model, percentiles);
    expect(started.status, started.text).toBe(202);
    expect(await follow(started, options)).toMatchObject({ path: `${model}predictionIntervals/` });
  }
  const { body } = await call('GET', `${model}predictionIntervals/`, options);
  expect(body).toMatchObject({ count: 2, next: null, previous: null, data: [95, 80] });
});

test('401, 404: nobody, another person, no such model', async () => {
  for (const method of ['GET', 'POST'] as const) {
    const json = method === 'POST' ? { json: { percentiles: [80] } } : {};
    const path = `${model}predictionIntervals/`;
    expect((await call(method, path, { key: null, ...json })).status).toBe(401);
    expect((await call(method, path, { key: (await aPerson()).token, ...json })).status).toBe(404);
    const missing = await call(method, `${project}models/${NOTHING}/predictionIntervals/`, { ...options, ...json });
    expect([missing.status, missing.body.code]).toEqual([404, 'projects.no_such_model']);
  }
});

test('422: no size, a wrong size, a project without series', async () => {
  for (const wrong of [[], [0], [101], ['wide'], 80, undefined]) expect((await compute(model, wrong)).status).toBe(422);
  const rows = await shopsProject(options);
  const aim = { target: 'sales', mode: 'manual' };
  await follow(await call('PATCH', `${rows}aim/`, { ...options, json: aim }), options);
  const [blueprint] = (await call('GET', `${rows}blueprints/`, options)).body;
  const trained = await call('POST', `${rows}models/`, { ...options, json: { blueprintId: blueprint.id } });
  const { path = '' } = await follow(trained, options);
  const refused = await compute(path, [80]);
  expect([refused.status, refused.body.code]).toEqual([422, 'insights.not_for_task']);
}, 300_000);
