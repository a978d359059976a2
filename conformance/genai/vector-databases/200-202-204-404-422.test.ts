import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { aBlueprint, aPlayground, someDocuments } from '../../support/genai.ts';
import { aPerson } from '../../support/people.ts';

const PATH = '/api/v2/genai/vectorDatabases/';

test('202, 303, 200, 204: made of a dataset, counted, cited by a prompt, seen by its people only, deleted', async () => {
  const [{ token: key }, other] = [await aPerson(), await aPerson()];
  const { useCaseId, playgroundId } = await aPlayground(key);
  const datasetId = await someDocuments(key);
  const started = await call('POST', PATH, { key, json: { datasetId, useCaseId } });
  expect([started.status, started.body.executionStatus]).toEqual([202, 'NEW']);
  expect(started.headers.get('location')).toContain('/api/v2/genai/status/');
  const { path = '' } = await follow(started, { key });
  const made = await call('GET', path, { key });
  expect(made.body).toMatchObject({ id: started.body.id, executionStatus: 'COMPLETED', chunksCount: 2, version: 1 });
  expect((await call('GET', '/api/v2/genai/userLimits/vectorDatabases/', { key })).body).toEqual({ counter: 1 });
  const json = {
    text: 'Who patched the tyre?',
    llmBlueprintId: await aBlueprint(key, playgroundId),
    vectorDatabaseId: made.body.id,
    metadataFilter: { team: { $eq: 'garage' } },
  };
  const asked = await follow(await call('POST', '/api/v2/genai/chatPrompts/', { key, json }), { key });
  const answer = await call('GET', asked.path ?? '', { key });
  expect(answer.body.citations).toMatchObject([{ source: 'tyre.txt', metadata: { team: 'garage' } }]);
  expect((await call('GET', path, { key: other.token })).status).toBe(404);
  expect((await call('DELETE', path, { key: other.token })).status).toBe(404);
  expect((await call('DELETE', path, { key })).status).toBe(204);
  expect((await call('GET', path, { key })).status).toBe(404);
});

test('422: fields it does not know and bounds it does not go beyond, named where they are', async () => {
  const json = { datasetId: 'x', useCaseId: 'y', colour: 'red', chunkingParameters: { chunkSize: 64 } };
  const { status, body } = await call('POST', PATH, { json });
  expect(status).toBe(422);
  expect(body.detail.map(({ loc }: { loc: string[] }) => loc.join('.')).sort()).toEqual([
    'body.chunkingParameters.chunkSize',
    'body.colour',
  ]);
});
