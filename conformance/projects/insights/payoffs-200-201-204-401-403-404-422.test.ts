import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { housingCsv } from '../housing.ts';
import { uploadProject } from '../shops.ts';

let options: CallOptions;
let path: string;
const VALUES = { truePositiveValue: 90, trueNegativeValue: 0, falsePositiveValue: -10.5, falseNegativeValue: -40 };

async function housing(target?: string): Promise<string> {
  const { path: made = '' } = await follow(await uploadProject(housingCsv(), 'Housing', options), options);
  const json = { target, mode: 'manual' };
  if (target) await follow(await call('PATCH', `${made}aim/`, { ...options, json }), options);
  return `${made}payoffMatrices/`;
}

beforeAll(async () => {
  options = { key: (await aPerson()).token };
  path = await housing('sold');
}, 300_000);

const send = (method: string, what: string, json?: object, by = options) =>
  call(method, `${path}${what}`, json === undefined ? by : { ...by, json });

test('201, 200 and 204: a payoff matrix is made, read, replaced and deleted', async () => {
  const made = await send('POST', '', { name: 'Campaign', ...VALUES });
  expect([made.status, made.body.truePositiveValue]).toEqual([201, 90]);
  expect((await send('GET', `${made.body.id}/`)).body).toEqual(made.body);
  const better = await send('PUT', `${made.body.id}/`, { name: 'Better', ...VALUES, falsePositiveValue: -5 });
  expect(better.body).toEqual({ ...made.body, name: 'Better', falsePositiveValue: -5 });
  expect((await send('GET', '')).body).toMatchObject({ totalCount: 1, data: [better.body] });
  expect((await send('DELETE', `${made.body.id}/`)).status).toBe(204);
  expect((await send('GET', '')).body.data).toEqual([]);
});

test('401, 404 and 422: who may not, what is not there, what cannot be', async () => {
  const { id } = (await send('POST', '', { name: 'One' })).body;
  const whole = { name: 'One', ...VALUES };
  const other = { key: (await aPerson()).token };
  const requests = [
    ['POST', '', whole],
    ['GET', ''],
    ['GET', `${id}/`],
    ['PUT', `${id}/`, whole],
    ['DELETE', `${id}/`],
  ] as const;
  for (const [method, what, json] of requests) {
    expect((await send(method, what, json, { key: null })).status, method).toBe(401);
    expect((await send(method, what, json, other)).status, method).toBe(404);
  }
  for (const [method, , json] of requests.slice(2)) {
    expect((await send(method, 'nothing/', json)).body.code, method).toBe('payoffs.no_such_matrix');
  }
  expect((await send('POST', '', {})).status).toBe(422);
  expect((await send('PUT', `${id}/`, { name: 'One' })).status).toBe(422);
  expect((await send('GET', '?limit=-1')).status).toBe(422);
});

test('422: only where there are two classes', async () => {
  const json = { ...options, json: { name: 'One' } };
  expect((await call('POST', await housing('price'), json)).body.code).toBe('insights.not_for_task');
  expect((await call('POST', await housing(), json)).body.code).toBe('projects.no_target_yet');
}, 300_000);

test('403: whoever may only read the project makes, changes and deletes none', async () => {
  const reader = await aPerson();
  const data = [{ username: reader.username, role: 'OBSERVER' }];
  const { id } = (await send('POST', '', { name: 'One' })).body;
  const shared = { ...options, json: { data } };
  expect((await call('PATCH', path.replace('payoffMatrices', 'accessControl'), shared)).status).toBe(204);
  const by = { key: reader.token };
  expect((await send('GET', `${id}/`, undefined, by)).status).toBe(200);
  const whole = { name: 'One', ...VALUES };
  for (const [method, what, json] of [
    ['POST', '', whole],
    ['PUT', `${id}/`, whole],
    ['DELETE', `${id}/`],
  ] as const) {
    expect((await send(method, what, json, by)).body.code, method).toBe('sharing.role_too_small');
  }
});
