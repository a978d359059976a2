import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectsApp, upload } from '../../projects.fixtures.ts';

let app: Awaited<ReturnType<typeof projectsApp>>;
let key: string;
let path: string;
const VALUES = { truePositiveValue: 100, trueNegativeValue: 0.5, falsePositiveValue: 0, falseNegativeValue: -10 };

const rows = Array.from({ length: 120 }, (_, i) => `${(i * 37) % 50},${(i * 37) % 50 > 20 ? 'yes' : 'no'}`);

async function project(target: string): Promise<string> {
  const file = upload({}, { name: 'left.csv', content: `visits,left\n${rows.join('\n')}\n` });
  const made = await app.finished(await app.ask('POST /api/v2/projects/', { key, ...file }), key);
  const at = `/api/v2/projects/${made.body.id}/`;
  if (target) await app.finished(await app.ask(`PATCH ${at}aim/`, { key, body: { target, mode: 'manual' } }), key);
  return `${at}payoffMatrices/`;
}

beforeAll(async () => {
  app = await projectsApp();
  key = (await app.person({ organization: 'One' })).key;
  path = await project('left');
}, 120_000);
afterAll(() => app.stopWorker());

const ask = (request: string, body?: object, by = key) => {
  const [method, rest = ''] = request.split(' ');
  return app.ask(`${method} ${path}${rest}`, body === undefined ? { key: by } : { key: by, body });
};

test('201, 200, 204: made with usual values, listed oldest first, replaced as a whole, deleted', async () => {
  const usual = await ask('POST ', { name: 'usual' });
  expect(usual.body).toEqual({
    id: expect.any(String),
    projectId: path.split('/')[4],
    name: 'usual',
    truePositiveValue: 1,
    trueNegativeValue: 1,
    falsePositiveValue: -1,
    falseNegativeValue: -1,
  });
  expect([usual.status, usual.headers.location]).toEqual([201, expect.stringContaining(`${path}${usual.body.id}/`)]);
  const campaign = (await ask('POST ', { name: 'campaign', ...VALUES })).body;
  expect(campaign).toMatchObject(VALUES);
  expect((await ask(`GET ${campaign.id}/`)).body).toEqual(campaign);
  const replaced = await ask(`PUT ${campaign.id}/`, { name: 'other', ...VALUES, falseNegativeValue: -25.5 });
  expect(replaced.body).toEqual({ ...campaign, name: 'other', falseNegativeValue: -25.5 });
  expect((await ask('GET ')).body).toMatchObject({ totalCount: 2, data: [usual.body, replaced.body] });
  expect((await ask('GET ?offset=1')).body).toMatchObject({ count: 1, totalCount: 2, data: [replaced.body] });
  expect((await ask(`DELETE ${usual.body.id}/`)).status).toBe(204);
  expect((await ask('GET ')).body.data).toEqual([replaced.body]);
});

test('404 and 422: unknown ones, half a replacement, and projects without two classes', async () => {
  const { id } = (await ask('POST ', { name: 'one' })).body;
  for (const [method, body] of [['GET'], ['PUT', { name: 'a', ...VALUES }], ['DELETE']] as const) {
    expect((await ask(`${method} none/`, body)).body.code, method).toBe('payoffs.no_such_matrix');
  }
  expect(Object.keys((await ask(`PUT ${id}/`, { name: 'a', truePositiveValue: 1 })).body.errors)).toEqual([
    'trueNegativeValue',
    'falsePositiveValue',
    'falseNegativeValue',
  ]);
  expect((await ask('POST ', { name: ' ' })).status).toBe(422);
  const outsider = (await app.person({ organization: 'Two' })).key;
  expect((await ask(`GET ${id}/`, undefined, outsider)).status).toBe(404);
  const [mine, numbers, none] = [path, await project('visits'), await project('')];
  path = numbers;
  expect((await ask('POST ', { name: 'a' })).body.message).toMatch(/payoff matrix is for binary .* regression/);
  expect((await ask(`GET ${id}/`)).body.code).toBe('payoffs.no_such_matrix');
  path = none;
  expect((await ask('POST ', { name: 'a' })).body.code).toBe('projects.no_target_yet');
  path = mine;
}, 120_000);
