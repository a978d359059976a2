import { beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';

const PATH = '/api/v2/calendars/';
let options: CallOptions;
let outsider: CallOptions;
beforeAll(async () => {
  options = { key: (await aPerson()).token };
  outsider = { key: (await aPerson()).token };
});

const upload = (content: string, fields: Readonly<Record<string, string>> = {}, by = options) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content]), 'events.csv');
  return call('POST', `${PATH}fileUpload/`, { ...by, body: form });
};

test('202, 200, 204: a calendar from its making to its end', async () => {
  const { path = '' } = await follow(await upload('Date,Event\n2022-01-01,New year\n2022-05-01,May day\n'), options);
  const one = await call('GET', path, options);
  expect(one.body).toMatchObject({ numEvents: 2, numEventTypes: 2, role: 'OWNER', projectIds: [] });
  expect((await call('PATCH', path, { ...options, json: { name: 'Ours' } })).body.name).toBe('Ours');
  for (const query of ['', '?limit=0', '?offset=0&limit=1'])
    expect((await call('GET', PATH + query, options)).body.data).toHaveLength(1);
  for (const [method, json] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const)
    expect((await call(method, path, { ...outsider, ...(json ? { json } : {}) })).status, method).toBe(404);
  expect((await call('GET', PATH, outsider)).body.data).toEqual([]);
  expect((await call('DELETE', path, options)).status).toBe(204);
  expect((await call('GET', path, options)).status).toBe(404);
});

test('401: nobody', async () => {
  expect((await call('GET', PATH, { key: null })).status).toBe(401);
  expect((await upload('Date,Event\n2022-01-01,x\n', {}, { key: null })).status).toBe(401);
});

test('422: a country that is none, dates that are turned around, an unknown field', async () => {
  const country = (json: object) => call('POST', `${PATH}fromCountryCode/`, { ...options, json });
  const span = { startDate: '2022-01-01T00:00:00Z', endDate: '2022-12-31T00:00:00Z' };
  expect((await country({ ...span, countryCode: 'XX' })).body.errors.countryCode).toBeDefined();
  const turned = { countryCode: 'US', startDate: span.endDate, endDate: span.startDate };
  expect((await country(turned)).status).toBe(422);
  expect((await country({ ...span, countryCode: 'US', colour: 'red' })).body.errors.colour).toBeDefined();
});

test('ERROR with a sentence: a file without dates, without events, without anything', async () => {
  for (const content of ['Date,Event\nsoon,Fair\n', 'Date\n2022-01-01\n', ''])
    expect((await follow(await upload(content), options)).failure?.length, content).toBeGreaterThan(20);
  expect((await call('GET', PATH, options)).body.data).toEqual([]);
});
