import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { autopilotDone, housingCsv } from '../housing.ts';
import { uploadProject } from '../shops.ts';

let options: CallOptions;
let path: string;
beforeAll(async () => {
  options = { key: (await aPerson()).token };
  ({ path = '' } = await follow(await uploadProject(housingCsv(), 'Housing', options), options));
});

const workers = (workerCount: number) => call('PATCH', path, { ...options, json: { workerCount } });
const command = (word: string) => call('POST', `${path}autopilot/`, { ...options, json: { command: word } });
const jobs = async (status: string): Promise<{ id: string; url: string }[]> =>
  (await call('GET', `${path}jobs/?status=${status}`, options)).body.jobs;

test('without workers everything waits; a job may be taken out; with workers the rest is done', async () => {
  expect((await workers(0)).status).toBe(200);
  const json = { target: 'price', mode: 'quick' };
  await follow(await call('PATCH', `${path}aim/`, { ...options, json }), options);
  const waiting = await jobs('queue');
  expect(waiting.length).toBeGreaterThan(2);
  expect(await jobs('inprogress')).toEqual([]);
  expect((await call('GET', `${path}status/`, options)).body.autopilotDone).toBe(false);
  const [first] = waiting;
  expect((await call('DELETE', new URL(first?.url ?? '').pathname, options)).status).toBe(204);
  expect((await jobs('queue')).length).toBe(waiting.length - 1);
  expect((await call('GET', new URL(first?.url ?? '').pathname, options)).status).not.toBe(303);
});

test('paused, nothing new begins, whatever the workers; started again, it goes on to the end', async () => {
  expect((await command('stop')).status).toBe(202);
  await workers(2);
  while ((await jobs('inprogress')).length > 0) await pause(50);
  expect((await jobs('queue')).length).toBeGreaterThan(0);
  const made = (await call('GET', `${path}modelRecords/`, options)).body.totalCount;
  // Whoever waits for the end of a paused autopilot would wait for ever.
  expect((await call('GET', `${path}status/`, options)).body.autopilotDone).toBe(true);
  expect((await command('start')).status).toBe(202);
  await autopilotDone(path, options);
  const after = (await call('GET', `${path}modelRecords/`, options)).body.totalCount;
  expect(after).toBeGreaterThan(made);
  expect(await jobs('queue')).toEqual([]);
  expect(await jobs('error')).toEqual([]);
}, 300_000);

test('422: a pause when it is over, a run on the same list again, a mode that is none', async () => {
  expect((await command('stop')).status).toBe(422);
  const lists = (await call('GET', `${path}featurelists/`, options)).body;
  const [informative] = lists.filter(({ name }: { name: string }) => name === 'Informative Features');
  const run = (json: object) => call('POST', `${path}autopilots/`, { ...options, json });
  expect((await run({ featurelistId: informative.id, mode: 'quick' })).status).toBe(422);
  expect((await run({ featurelistId: informative.id, mode: 'fast' })).body.errors.mode).toBeDefined();
  expect((await run({})).body.errors.featurelistId).toBeDefined();
});

test('201: a model is prepared for deployment', async () => {
  const { data } = (await call('GET', `${path}modelRecords/`, options)).body;
  const single = data.find((one: { isFrozen: boolean }) => !one.isFrozen);
  const json = { modelId: single.id };
  expect((await call('POST', `${path}deploymentReadyModels/`, { ...options, json })).status).toBe(201);
  const wrong = { modelId: '65f000000000000000000001' };
  expect((await call('POST', `${path}deploymentReadyModels/`, { ...options, json: wrong })).status).toBe(404);
});

test('202: the recommended model is deployed without being named', async () => {
  const recommended = (await call('GET', `${path}recommendedModels/recommendedModel/`, options)).body;
  const json = { projectId: path.split('/').at(-2), label: 'Recommended' };
  const begun = await call('POST', '/api/v2/deployments/fromProjectRecommendedModel/', { ...options, json });
  expect((await follow(begun, options)).failure).toBeUndefined();
  const { body } = await call('GET', `/api/v2/deployments/${begun.body.id}/`, options);
  expect([body.label, body.model.id]).toEqual(['Recommended', recommended.modelId]);
}, 120_000);
