import { afterAll, expect, test } from 'vitest';
import { startLlm } from '../../../../conformance/providers/llm/llm.ts';
import { adds, aGrant, aMirror, anItem, owns } from '../../access-sync/graph/graph.fixtures.ts';
import { VECTOR_DATABASES, vectorApp } from './vector-databases.fixtures.ts';

const llm = await startLlm();
afterAll(() => llm.close());
const { ask, someone, dataset, vectorDatabase, prompt, platform } = await vectorApp({
  ALMANAC_EMBEDDINGS_BASE_URL: llm.url,
  ALMANAC_EMBEDDINGS_API_KEY: 'embedding-key',
  ALMANAC_EMBEDDINGS_MODELS: 'busy-once,short',
});
const { key, useCaseId, blueprintId } = await someone();
const datasetId = await dataset(key);
const asked = { text: 'repair a flat tyre of a bicycle', llmBlueprintId: blueprintId };

test('a service that was busy is asked again; the record says which model embedded', async () => {
  const made = await vectorDatabase(key, { datasetId, useCaseId });
  expect(made).toMatchObject({ executionStatus: 'COMPLETED', embeddingModel: 'busy-once', chunksCount: 6 });
  const calls = llm.calls.filter(({ path }) => path === '/v1/embeddings');
  expect([calls.length, calls[0]?.authorization]).toEqual([2, 'Bearer embedding-key']);
  const { citations } = await prompt(key, { ...asked, vectorDatabaseId: made.id });
  expect(citations[0].source).toBe('tyre.txt');
});

test('a service that forgets vectors: ERROR with the sentence, nothing kept, nothing counted', async () => {
  const before = (await ask('GET /api/v2/genai/userLimits/vectorDatabases/', { key })).body.counter;
  const body = { datasetId, useCaseId, name: 'Short', chunkingParameters: { embeddingModel: 'short' } };
  await vectorDatabase(key, body);
  const { data } = (await ask(`GET ${VECTOR_DATABASES}?search=short`, { key })).body;
  expect(data).toMatchObject([
    { executionStatus: 'ERROR', errorMessage: expect.stringContaining('5 vectors came back') },
  ]);
  for await (const blob of platform.blobs.list(`vector-databases/${data[0].id}/`)) throw new Error(`${blob} was left`);
  expect((await ask('GET /api/v2/genai/userLimits/vectorDatabases/', { key })).body.counter).toBe(before);
});

test('bound to a synchronised source, only what the asking person may read there is found', async () => {
  const mirror = await aMirror(platform);
  const person = { key: 'user:ann', sourceId: 'ann', kind: 'user', name: 'Ann', active: true, guest: false } as const;
  await mirror.directory({ principals: [{ ...person, emails: ['ann@here.org'] }], complete: true });
  const file = (name: string) => anItem(name, 'root', { kind: 'file', sourceId: name });
  await mirror.change([
    mirror.upsert(anItem('root', null), owns()),
    mirror.upsert(file('chain.txt'), adds(aGrant({ kind: 'user', key: 'user:ann' }))),
    mirror.upsert(file('tyre.txt'), adds()),
  ]);
  const body = { datasetId, useCaseId, accessConnectionId: mirror.connectionId };
  const made = await vectorDatabase(key, body);
  expect(made).toMatchObject({ accessConnectionId: mirror.connectionId, accessItemColumn: 'document_file_path' });
  const found = async () => {
    const { citations } = await prompt(key, { ...asked, vectorDatabaseId: made.id });
    return citations.map(({ source }: { source: string }) => source);
  };
  expect(await found()).toEqual([]);
  const me = (await ask('GET /api/v2/account/info/', { key })).body;
  await platform.db.queries.updateTable('users').set({ email: 'ann@here.org' }).where('id', '=', me.uid).execute();
  expect(await found()).toEqual(['chain.txt']);
  await mirror.change([mirror.upsert(file('chain.txt'), adds())]);
  expect(await found()).toEqual([]);
});
