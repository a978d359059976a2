import { expect, test } from 'vitest';
import { ignoredFields, nameOf } from '../src/platform/http/ignored.ts';
import { servedApp } from './served-app.ts';

const { ask, person, routes } = await servedApp();
const { key } = await person();

test('a reply names the ignored fields of the query, and why they have no effect', async () => {
  const path = 'GET /api/v2/externalDataStores/';
  const { status, headers } = await ask(`${path}?substituteUrlParameters=true`, { key });
  expect([status, headers.warning]).toEqual([
    200,
    '299 - "substituteUrlParameters has no effect. URLs of data stores have no parameters to substitute"',
  ]);
  // What some clients always send asks for what happens anyway.
  expect((await ask(`${path}?substituteUrlParameters=False`, { key })).headers.warning).toBeUndefined();
  expect((await ask(path, { key })).headers.warning).toBeUndefined();
});

test('those of a body are named by their place, also where the request is refused', async () => {
  const body = { deploymentId: 'none', intakeSettings: { type: 'localFile', async: false } };
  const { status, headers } = await ask('POST /api/v2/batchPredictions/', { key, body });
  expect(status).toBe(422);
  expect(headers.warning).toMatch(/^299 - "intakeSettings\.async has no effect\. Rows are scored while they arrive"$/);
});

test('the OpenAPI document marks every ignored field with its reason, and the Warning header of its routes', async () => {
  const document = (await ask('GET /api/v2/openapi.json')).body;
  const marked = routes.filter(({ query, body }) => ignoredFields(query).length + ignoredFields(body).length > 0);
  expect(marked.length).toBeGreaterThan(30);
  for (const { method, path, operation, query, body, replies } of marked) {
    const told = document.paths[path][method.toLowerCase()];
    const text = JSON.stringify([told.parameters, told.requestBody]);
    for (const field of [...ignoredFields(query), ...ignoredFields(body)]) {
      expect(text, `${operation} ${nameOf(field)}`).toContain(`"x-ignored":${JSON.stringify(field.reason)}`);
    }
    for (const code of Object.keys(replies).filter((one) => Number(one) < 400)) {
      expect(told.responses[code].headers, `${operation} ${code}`).toHaveProperty('Warning');
    }
  }
});
