import { beforeAll, expect, test } from 'vitest';
import { autopilotDone, housingCsv } from '../projects/housing.ts';
import { shopsCsv } from '../projects/shops.ts';
import { type CallOptions, call } from '../support/call.ts';
import { follow } from '../support/follow.ts';
import { aPerson } from '../support/people.ts';

/**
 * The calls of the R client: everything that is not a file is a form of texts as well, TRUE and FALSE in capitals, and a
 * JSON type on requests that have no body.
 */
let options: CallOptions;
beforeAll(async () => {
  const headers = { 'user-agent': 'DataRobotRClient/2.18.7 (Linux)', accept: 'application/json' };
  options = { key: (await aPerson()).token, scheme: 'Token', headers };
});

const form = (fields: Readonly<Record<string, string>>, file?: readonly [name: string, content: string]): FormData => {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  if (file) made.append('file', new Blob([file[1]]), file[0]);
  return made;
};
const send = (path: string, fields: Readonly<Record<string, string>>, file?: readonly [string, string]) =>
  call('POST', `/api/v2/${path}`, { ...options, body: form(fields, file) });
/** apicore: a JSON type although there is nothing to read. */
const bare = (method: string, path: string) =>
  call(method, path, { ...options, headers: { ...options.headers, 'content-type': 'application/json' } });

test('it connects: a bare array of projects, then the version', async () => {
  const projects = await bare('GET', '/api/v2/projects/');
  expect([projects.status, projects.body, projects.headers.get('content-type')]).toEqual([200, [], 'application/json']);
  expect((await bare('GET', '/api/v2/version/')).body.major).toBe(2);
});

test('a table: made, modelled, predicted, deleted with forms', async () => {
  const { path = '' } = await follow(await send('projects/', { projectName: 'R' }, ['h.csv', housingCsv()]), options);
  const id = path.split('/')[4] ?? '';
  expect((await bare('GET', `${path}status/`)).body).toMatchObject({ stage: 'aim', autopilotDone: false });
  const aim = { target: 'price', mode: 'quick', blendBestModels: false };
  await follow(await call('PATCH', `${path}aim/`, { ...options, json: aim }), options);
  await autopilotDone(path, options);
  for (const status of ['inprogress', 'queue'])
    expect((await bare('GET', `${path}modelJobs/?status=${status}`)).body).toEqual([]);
  const [model] = (await bare('GET', `${path}models/`)).body;
  expect(Object.keys(model.metrics).length).toBeGreaterThan(0);

  const impact = await send(`projects/${id}/models/${model.id}/featureImpact/`, { rowCount: '60' });
  expect(impact.status, impact.text).toBe(202);
  // Understood, and refused only because it is over.
  const stopped = await send(`projects/${id}/autopilot/`, { command: 'stop' });
  expect([stopped.status, stopped.body.errors], stopped.text).toEqual([422, undefined]);
  const raw = (await bare('GET', `${path}featurelists/`)).body.find(
    ({ name }: { name: string }) => name === 'Raw Features',
  );
  const again = await send(`projects/${id}/autopilots/`, {
    featurelistId: raw.id,
    mode: 'quick',
    blendBestModels: 'FALSE',
  });
  expect(again.status, again.text).toBe(201);

  const clone = await send('projectClones/', { projectId: id, projectName: 'R again', copyOptions: 'TRUE' });
  const copy = await follow(clone, options);
  expect((await call('GET', copy.path ?? '', options)).body.projectName).toBe('R again');
  const upload = await send(`projects/${id}/predictionDatasets/fileUploads/`, {}, ['p.csv', housingCsv(10)]);
  const { path: dataset = '' } = await follow(upload, options);
  expect((await bare('GET', dataset)).body.numRows).toBe(10);
  expect((await bare('DELETE', path)).status).toBe(204);
}, 600_000);

test('many series: always looked at first, the answer read from where the status leads', async () => {
  const { path = '' } = await follow(
    await send('projects/', { projectName: 'S' }, ['s.csv', shopsCsv(2, 60)]),
    options,
  );
  const json = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
  const found = await follow(await call('POST', `${path}multiseriesProperties/`, { ...options, json }), options);
  const { body } = await call('GET', found.path ?? '', options);
  expect(body.detectedMultiseriesIdColumns[0]).toEqual({
    multiseriesIdColumns: ['store'],
    timeUnit: 'DAY',
    timeStep: 1,
  });
}, 120_000);

test('calendars by forms', async () => {
  const country = await send('calendars/fromCountryCode/', {
    countryCode: 'US',
    startDate: '2022-01-01T00:00:00Z',
    endDate: '2022-12-31T00:00:00Z',
  });
  const { path = '' } = await follow(country, options);
  expect((await bare('GET', path)).body.numEvents).toBeGreaterThan(5);
  const events = 'Date,Event,store\n2022-03-01,Fair,a\n';
  const made = await send('calendars/fileUpload/', { name: 'Fairs', multiseriesIdColumns: '["store"]' }, [
    'e.csv',
    events,
  ]);
  expect((await follow(made, options)).failure).toBeUndefined();
  expect((await bare('DELETE', path)).status).toBe(204);
});

test('an address as a text field: fetched or refused with a sentence, never a crash', async () => {
  const started = await send('projects/', { projectName: 'U', url: 'http://127.0.0.1:1/a.csv' });
  const said = started.status === 202 ? (await follow(started, options)).failure : started.text;
  expect(said).toMatch(/not on the open internet|127\.0\.0\.1/);
});
