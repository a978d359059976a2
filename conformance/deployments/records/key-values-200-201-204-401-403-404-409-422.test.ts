import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call, refusalOf } from '../../support/call.ts';
import { aPerson, type Person } from '../../support/people.ts';

let owner: Person;
let options: CallOptions;
let environment: string;
const ALL = '/api/v2/keyValues/';

beforeAll(async () => {
  owner = await aPerson();
  options = { key: owner.token };
  const json = { name: 'Edge', platform: 'aws' };
  environment = (await call('POST', '/api/v2/predictionEnvironments/', { ...options, json })).body.id;
});

const send = (method: string, what: string, json?: object, by = options) =>
  call(method, `${ALL}${what}`, json === undefined ? by : { ...by, json });
const newOne = (more: object = {}) => ({
  entityType: 'predictionEnvironment',
  entityId: environment,
  name: 'rows',
  category: 'trainingParameter',
  valueType: 'numeric',
  numericValue: 12.5,
  ...more,
});
const listed = (id = environment) => `?entityType=predictionEnvironment&entityId=${id}`;

test('201, 200, 409 and 204: a key value is kept, found, changed and deleted', async () => {
  const made = await send('POST', '', newOne());
  expect([made.status, made.body.numericValue, made.body.value]).toEqual([201, 12.5, '12.5']);
  const one = `${made.body.id}/`;
  expect((await send('GET', one)).body).toEqual(made.body);
  expect((await send('GET', `${listed()}&name=rows`)).body.data).toEqual([made.body]);
  expect(refusalOf(await send('POST', '', newOne()))).toBe('409 key_values.name_taken');
  expect((await send('PATCH', one, { numericValue: 13 })).body).toEqual({
    ...made.body,
    numericValue: 13,
    value: '13',
  });
  const other = (await send('POST', '', newOne({ name: 'other' }))).body.id;
  expect(refusalOf(await send('PATCH', `${other}/`, { name: 'rows' }))).toBe('409 key_values.name_taken');
  expect((await send('DELETE', one)).status).toBe(204);
  expect((await send('GET', listed())).body).toMatchObject({ totalCount: 1, data: [{ name: 'other' }] });
});

test('404: objects, key values and what a value names', async () => {
  const { id } = (await send('POST', '', newOne({ name: 'known' }))).body;
  const gone = '404 key_values.no_such_key_value';
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    expect(refusalOf(await send(method, 'nothing/', method === 'PATCH' ? {} : undefined)), method).toBe(gone);
  }
  const entity = '404 key_values.no_such_entity';
  expect(refusalOf(await send('GET', listed('nothing')))).toBe(entity);
  expect(refusalOf(await send('POST', '', newOne({ entityId: 'nothing' })))).toBe(entity);
  expect(refusalOf(await send('PATCH', `${id}/`, { entityId: 'nothing' }))).toBe(entity);
  for (const [valueType, refusal] of [
    ['credential', '404 data.no_such_credential'],
    ['dataset', '404 sharing.no_such_thing'],
    ['deploymentId', entity],
    ['modelVersion', entity],
  ] as const) {
    const value = { valueType, value: 'nothing' };
    expect(refusalOf(await send('POST', '', newOne({ name: 'new', ...value })))).toBe(refusal);
    expect(refusalOf(await send('PATCH', `${id}/`, value))).toBe(refusal);
  }
});

test('422: values that are none, types that are not here, and the installation itself', async () => {
  const wrong = async (more: object) => Object.keys((await send('POST', '', newOne(more))).body.errors);
  expect(await wrong({ valueType: 'image' })).toEqual(['valueType']);
  expect(await wrong({ entityType: 'customJob' })).toEqual(['entityType']);
  expect(await wrong({ valueType: 'url', value: 'here' })).toEqual(['value']);
  expect((await send('GET', '?entityType=deployment')).status).toBe(422);
  const servers = await call('GET', '/api/v2/predictionServers/', options);
  const native = { entityId: servers.body.data[0].id };
  expect(refusalOf(await send('POST', '', newOne(native)))).toBe('422 environments.is_native');
  const { id } = (await send('POST', '', newOne({ name: 'moves' }))).body;
  expect(refusalOf(await send('PATCH', `${id}/`, native))).toBe('422 environments.is_native');
});

test('401 and 403: nobody, and those who only see the object', async () => {
  const { id } = (await send('POST', '', newOne({ name: 'seen' }))).body;
  const reader = await aPerson();
  const roles = [{ shareRecipientType: 'user', id: reader.id, role: 'CONSUMER' }];
  const json = { operation: 'updateRoles', roles };
  const path = `/api/v2/predictionEnvironments/${environment}/sharedRoles/`;
  expect((await call('PATCH', path, { ...options, json })).status).toBe(204);
  const by = { key: reader.token };
  expect((await send('GET', `${id}/`, undefined, by)).status).toBe(200);
  for (const [method, what, body] of [
    ['POST', '', newOne({ name: 'mine' })],
    ['PATCH', `${id}/`, { numericValue: 1 }],
    ['DELETE', `${id}/`],
  ] as const) {
    expect(refusalOf(await send(method, what, body, by)), method).toBe('403 sharing.role_too_small');
    expect((await send(method, what, body, { key: null })).status, method).toBe(401);
  }
  for (const what of [listed(), `${id}/`]) expect((await send('GET', what, undefined, { key: null })).status).toBe(401);
});
