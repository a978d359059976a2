import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { aPerson } from '../../support/people.ts';
import { jobDone } from '../housing.ts';
import { modelledReviews, type Reviews } from '../reviews.ts';
import { modelledShop } from '../shops.ts';

let options: CallOptions;
let scores: Reviews;
let path: string;
beforeAll(async () => {
  options = { key: (await aPerson()).token };
  scores = await modelledReviews(options, 'score', ['elastic-net', 'gbdt']);
  path = `${scores.path}models/${scores.models.gbdt}/advancedTuning/`;
}, 600_000);

const tune = (at: string, values: Record<string, unknown>, more: object = {}) =>
  call('POST', at, {
    ...options,
    json: {
      tuningParameters: Object.entries(values).map(([parameterId, value]) => ({ parameterId, value })),
      ...more,
    },
  });

test('200 and 202: parameters with their constraints; a tuned model that uses them', async () => {
  const { tuningParameters } = (await call('GET', `${path}parameters/`, options)).body;
  const rounds = tuningParameters.find((one: { parameterName: string }) => one.parameterName === 'n_estimators');
  expect(rounds).toMatchObject({ currentValue: 100, constraints: { int: { min: 1, supportsGridSearch: true } } });
  const started = await tune(path, { [rounds.parameterId]: 7 }, { tuningDescription: 'seven trees' });
  expect([started.status, started.headers.get('location')]).toEqual([202, expect.stringMatching(/modelJobs\/\d+\/$/)]);
  const { path: made = '' } = await jobDone(started.headers.get('location'), options);
  expect((await call('GET', `${made}numIterationsTrained/`, options)).body.data[0].numIterations).toBe(7);
  expect((await call('GET', `${made}advancedTuning/parameters/`, options)).body.tuningDescription).toBe('seven trees');
}, 120_000);

test('422: the same request twice, values out of bounds, unknown parameters', async () => {
  await call('PATCH', scores.path, { ...options, json: { workerCount: 0 } });
  expect((await tune(path, { 'gbdt.n_estimators': 9 })).status).toBe(202);
  expect((await tune(path, { 'gbdt.n_estimators': 9 })).body.code).toBe('projects.job_already_added');
  await call('PATCH', scores.path, { ...options, json: { workerCount: -1 } });
  expect((await tune(path, { 'gbdt.n_estimators': 0 })).body.errors.tuningParameters).toContain('from 1 to');
  expect((await tune(path, { moon: 0 })).body.errors.tuningParameters).toContain('gbdt.learning_rate');
  expect((await call('POST', path, { ...options, json: {} })).status).toBe(422);
});

test('401, 403 and 404: who may not tune, and what is not there', async () => {
  for (const at of [path, `${path}parameters/`]) {
    const method = at === path ? 'POST' : 'GET';
    const json = { tuningParameters: [] };
    const send = (more: CallOptions) => call(method, at, { ...more, ...(method === 'POST' ? { json } : {}) });
    expect((await send({ key: null })).body.code).toBe('http.no_credentials');
    expect((await send({ key: 'wrong' })).body.code).toBe('http.bad_credentials');
    expect((await send({ key: (await aPerson()).token })).body.code).toBe('sharing.no_such_thing');
  }
  const nothing = `${scores.path}models/nothing/advancedTuning/`;
  expect((await tune(nothing, {})).body.code).toBe('projects.no_such_model');
  expect((await call('GET', `${nothing}parameters/`, options)).body.code).toBe('projects.no_such_model');
});

test('422: a blend has no parameters; a forecast that is not boosted has none either', async () => {
  const modelIds = [scores.models.gbdt, scores.models['elastic-net']];
  for (const id of modelIds) {
    const evaluated = await call('POST', `${scores.path}models/${id}/crossValidation/`, options);
    await jobDone(evaluated.headers.get('location'), options);
  }
  const json = { modelIds, blenderMethod: 'AVG' };
  const started = await call('POST', `${scores.path}blenderModels/`, { ...options, json });
  const { path: blend = '' } = await jobDone(started.headers.get('location'), options);
  expect((await tune(`${blend}advancedTuning/`, {})).body.code).toBe('projects.no_tuning');
  expect((await call('GET', `${blend}advancedTuning/parameters/`, options)).body.code).toBe('projects.no_tuning');
  const shop = await modelledShop(options);
  const at = `${shop.path}models/${shop.modelId}/advancedTuning/`;
  expect((await call('GET', `${at}parameters/`, options)).body.tuningParameters).toEqual([]);
  expect((await tune(at, { 'boosting.loss': 'huber' })).body.errors.tuningParameters).toContain('none');
}, 300_000);
