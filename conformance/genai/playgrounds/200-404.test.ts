import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { aBlueprint, aPlayground } from '../../support/genai.ts';
import { aPerson } from '../../support/people.ts';

const PATH = '/api/v2/genai/playgrounds/';

test('201, 200, 204: made in a use case, found, renamed, deleted with what is in it', async () => {
  const { token: key } = await aPerson();
  const { useCaseId, playgroundId } = await aPlayground(key);
  const llmBlueprintId = await aBlueprint(key, playgroundId);
  const { body } = await call('GET', `${PATH}?useCaseId=${useCaseId}&search=FIR`, { key });
  expect(body.data).toMatchObject([{ id: playgroundId, llmBlueprintsCount: 1, savedLlmBlueprintsCount: 0 }]);
  expect((await call('GET', `/api/v2/useCases/${useCaseId}/`, { key })).body.playgroundsCount).toBe(1);
  const renamed = await call('PATCH', `${PATH}${playgroundId}/`, { key, json: { name: 'Second' } });
  expect([renamed.status, renamed.body.name]).toEqual([200, 'Second']);
  expect((await call('DELETE', `${PATH}${playgroundId}/`, { key })).status).toBe(204);
  expect((await call('GET', `/api/v2/genai/llmBlueprints/${llmBlueprintId}/`, { key })).status).toBe(404);
});

test('404: playgrounds, blueprints and use cases of others', async () => {
  const [ada, bob] = [await aPerson(), await aPerson()];
  const { useCaseId, playgroundId } = await aPlayground(ada.token);
  const llmBlueprintId = await aBlueprint(ada.token, playgroundId);
  const key = bob.token;
  expect((await call('GET', `${PATH}${playgroundId}/`, { key })).status).toBe(404);
  expect((await call('GET', `/api/v2/genai/llmBlueprints/${llmBlueprintId}/`, { key })).status).toBe(404);
  expect((await call('POST', PATH, { key, json: { name: 'Mine', useCaseId } })).status).toBe(404);
  expect((await call('GET', PATH, { key })).body.data).toEqual([]);
});

test('409: what a saved blueprint does stays as it is; a copy may change', async () => {
  const { token: key } = await aPerson();
  const { playgroundId } = await aPlayground(key);
  const id = await aBlueprint(key, playgroundId);
  const one = `/api/v2/genai/llmBlueprints/${id}/`;
  expect((await call('PATCH', one, { key, json: { isSaved: true } })).body.isSaved).toBe(true);
  expect((await call('PATCH', one, { key, json: { llmSettings: { temperature: 1 } } })).status).toBe(409);
  expect((await call('PATCH', one, { key, json: { isSaved: false } })).status).toBe(409);
  expect((await call('PATCH', one, { key, json: { isStarred: true } })).status).toBe(200);
  const copy = await call('POST', '/api/v2/genai/llmBlueprints/fromLLMBlueprint/', {
    key,
    json: { llmBlueprintId: id, name: 'Copy' },
  });
  expect([copy.status, copy.body.isSaved]).toEqual([201, false]);
});

test('422: fields it does not know, named where they are', async () => {
  const { status, body } = await call('POST', PATH, { json: { name: '', colour: 'red' } });
  expect(status).toBe(422);
  expect(body.detail.map(({ loc }: { loc: string[] }) => loc.join('.')).sort()).toEqual([
    'body.colour',
    'body.name',
    'body.useCaseId',
  ]);
});
