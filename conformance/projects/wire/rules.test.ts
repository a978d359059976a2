import { beforeAll, expect, inject, test } from 'vitest';
import { type Answer, type CallOptions, call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aPerson } from '../../support/people.ts';
import { autopilotDone, housingCsv, jobDone } from '../housing.ts';
import { uploadProject } from '../shops.ts';

/** What real clients break on: where answers point to, what they are, and how requests may look. */
let options: CallOptions;
let path: string;
let made: Answer;
let aimed: Answer;
beforeAll(async () => {
  options = { key: (await aPerson()).token };
  made = await uploadProject(housingCsv(), 'Wire', options);
  ({ path = '' } = await follow(made, options));
  const json = { target: 'price', mode: 'auto', quickrun: true, blendBestModels: false };
  aimed = await call('PATCH', `${path}aim/`, { ...options, json });
  await follow(aimed, options);
  await autopilotDone(path, options);
}, 600_000);

const pointsWell = (answer: Answer) => {
  const location = answer.headers.get('location') ?? '';
  expect(location.startsWith(`${inject('target').url}/api/v2/`), location).toBe(true);
  expect(location.endsWith('/'), location).toBe(true);
};

test('every place is absolute, under the address that was asked, and ends in a slash', async () => {
  pointsWell(made);
  pointsWell(aimed);
  const { id } = (await call('GET', `${path}modelRecords/`, options)).body.data[0];
  const impact = await call('POST', `${path}models/${id}/featureImpact/`, { ...options, json: { rowCount: 60 } });
  pointsWell(impact);
  await jobDone(impact.headers.get('location'), options);
  const ended = await call('GET', new URL(impact.headers.get('location') ?? '').pathname, options);
  pointsWell(ended);
  const record = await call('GET', `${path}jobs/${impact.headers.get('location')?.split('/').at(-2)}/`, options);
  pointsWell(record);
  expect(record.body.url.startsWith(`${inject('target').url}/api/v2/projects/`)).toBe(true);
});

test('a finished status goes on saying so, with a redirect and JSON', async () => {
  for (const started of [made, aimed]) {
    const status = new URL(started.headers.get('location') ?? '').pathname;
    for (let time = 0; time < 2; time++) {
      const seen = await call('GET', status, options);
      expect([seen.status, seen.headers.get('content-type')]).toEqual([303, 'application/json']);
      pointsWell(seen);
    }
  }
});

test('an old quick run is a quick run', async () => {
  const { body } = await call('GET', path, options);
  expect(body).toMatchObject({ stage: 'modeling', autopilotMode: 3, quickrun: true, target: 'price' });
});

test('a refusal is plain JSON that says what to do, whatever was asked', async () => {
  for (const [method, rest] of [
    ['GET', 'models/nothing/'],
    ['GET', 'features/Ünknown/'],
    ['PATCH', 'aim/'],
    ['POST', 'predictions/'],
  ] as const) {
    const refused = await call(method, path + rest, options);
    expect(refused.status, rest).toBeGreaterThanOrEqual(400);
    expect(refused.status, rest).toBeLessThan(500);
    expect(refused.headers.get('content-type'), rest).toBe('application/json');
    expect(refused.body.message.length, rest).toBeGreaterThan(10);
  }
});

test('without a slash at the end, with a JSON type and no body, with any word for the scheme', async () => {
  for (const scheme of ['Token', 'token', 'Bearer', 'bearer']) {
    const seen = await call('GET', path.slice(0, -1), {
      ...options,
      scheme,
      headers: { 'content-type': 'application/json' },
    });
    expect([seen.status, seen.body.id], scheme).toEqual([200, path.split('/')[4]]);
  }
});

test('numbers and truths as clients write them', async () => {
  for (const query of ['isStarred=False', 'isStarred=false', 'orderBy=-metric,samplePct', 'withMetric=RMSE'])
    expect((await call('GET', `${path}models/?${query}`, options)).status, query).toBe(200);
  expect((await call('GET', `${path}modelingFeatures/?limit=0`, options)).body.data.length).toBeGreaterThan(2);
});
