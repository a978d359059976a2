import { expect, test } from 'vitest';
import { docx, pdf } from '../../data/ingest/documents.fixtures.ts';
import { zip } from '../../data/ingest/zip.fixtures.ts';
import { VECTOR_DATABASES, vectorApp } from './vector-databases.fixtures.ts';

const { ask, someone, person, dataset, vectorDatabase, prompt, platform, finished } = await vectorApp();
const counter = async (key: string) =>
  (await ask('GET /api/v2/genai/userLimits/vectorDatabases/', { key })).body.counter;
const blobs = async (id: string) => {
  const found: string[] = [];
  for await (const key of platform.blobs.list(`vector-databases/${id}/`)) found.push(key);
  return found;
};
const sources = (answer: { citations: { source: string }[] }) => answer.citations.map(({ source }) => source);

const ada = await someone();
const { key, useCaseId, blueprintId } = ada;
const datasetId = await dataset(key);

test('202, 303, 200: built, counted once, found, renamed, cited by prompts, deleted with its vectors', async () => {
  const started = await ask(`POST ${VECTOR_DATABASES}`, { key, body: { datasetId, useCaseId } });
  expect([started.status, started.body.executionStatus, started.body.name]).toEqual([
    202,
    'NEW',
    expect.stringMatching(/^Vector Database for documents/),
  ]);
  const { body: made } = await finished(started, key);
  expect(made).toMatchObject({
    id: started.body.id,
    executionStatus: 'COMPLETED',
    embeddingModel: 'almanac/latent-semantic-256',
    vectorIndex: 'scan',
    chunkingMethod: 'recursive',
    chunkSize: 256,
    chunksCount: 6,
    metadataColumns: ['team', 'year'],
    familyId: started.body.id,
    parentId: null,
    version: 1,
    source: 'DataRobot',
  });
  expect(made.size).toBeGreaterThan(0);
  expect(await counter(key)).toBe(1);
  const one = `${VECTOR_DATABASES}${made.id}/`;
  expect((await ask(`PATCH ${one}`, { key, body: { name: 'Handbook' } })).body.name).toBe('Handbook');
  const listed = await ask(`GET ${VECTOR_DATABASES}?useCaseId=${useCaseId}&search=handb&completedOnly=True`, { key });
  expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([made.id]);
  expect((await ask(`GET /api/v2/useCases/${useCaseId}/`, { key })).body.vectorDatabasesCount).toBe(1);

  const text = 'How do I repair a flat tyre?';
  const asked = { text, llmBlueprintId: blueprintId, vectorDatabaseId: made.id };
  const answer = await prompt(key, { ...asked, vectorDatabaseSettings: { maxDocumentsRetrievedPerPrompt: 2 } });
  expect(answer.citations[0]).toMatchObject({ source: 'tyre.txt', metadata: { team: 'garage', year: 2021 } });
  expect(answer.citations).toHaveLength(2);
  expect(answer.citations[0].similarityScore).toBeGreaterThan(0.3);
  expect(answer.resultText).toContain('repaired with glue');
  const filtered = { $and: [{ team: { $in: ['kitchen', 'office'] } }, { year: { $gte: 2022 } }] };
  expect(sources(await prompt(key, { ...asked, metadataFilter: filtered })).sort()).toEqual([
    'cake.txt',
    'tax.txt',
    'wage.txt',
  ]);
  const diverse = { retrievalMode: 'maximal_marginal_relevance', maximalMarginalRelevanceLambda: 0.2 };
  const varied = await prompt(key, {
    ...asked,
    text: 'baked in the oven with flour',
    vectorDatabaseSettings: { ...diverse, maxDocumentsRetrievedPerPrompt: 2 },
  });
  expect(sources(varied)).toHaveLength(2);
  const body = { ...asked, metadataFilter: { team: { $like: 'x' } } };
  const wrong = await ask('POST /api/v2/genai/chatPrompts/', { key, body });
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('there is no operator')]);

  expect(await blobs(made.id)).toHaveLength(3);
  expect((await ask(`DELETE ${one}`, { key })).status).toBe(204);
  expect((await ask(`GET ${one}`, { key })).status).toBe(404);
  expect([await blobs(made.id), await counter(key)]).toEqual([[], 1]);
});

test('versions of a family are numbered, inherit the name, and drafts of the parent can follow', async () => {
  const first = await vectorDatabase(key, { datasetId, useCaseId, name: 'Family' });
  const draft = await ask(`PATCH /api/v2/genai/llmBlueprints/${blueprintId}/`, {
    key,
    body: { vectorDatabaseId: first.id },
  });
  expect([draft.body.vectorDatabaseName, draft.body.vectorDatabaseStatus]).toEqual(['Family', 'COMPLETED']);
  const parentVectorDatabaseId = first.id;
  const second = await vectorDatabase(key, { datasetId, useCaseId, parentVectorDatabaseId, updateLlmBlueprints: true });
  expect(second).toMatchObject({ name: 'Family', familyId: first.id, parentId: first.id, version: 2 });
  expect(second.playgroundsCount).toBe(1);
  const family = await ask(`GET ${VECTOR_DATABASES}?familyId=${first.id}&sort=creationDate`, { key });
  expect(family.body.data.map(({ version }: { version: number }) => version)).toEqual([1, 2]);
  expect((await ask(`GET ${VECTOR_DATABASES}${first.id}/latestVersion/`, { key })).body.id).toBe(second.id);
  const parents = await ask(`GET ${VECTOR_DATABASES}?familyId=${first.id}&parentsOnly=true`, { key });
  expect(parents.body.totalCount).toBe(1);
  const used = await ask(`GET ${VECTOR_DATABASES}?playgroundId=${ada.playgroundId}`, { key });
  expect(used.body.data.map(({ id }: { id: string }) => id)).toEqual([second.id]);
});

test('422: what cannot be built is said before anything is', async () => {
  const refused = async (body: object) => {
    const { status, body: said } = await ask(`POST ${VECTOR_DATABASES}`, { key, body });
    return [status, ...said.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))];
  };
  const chunked = (chunkingParameters: object) => ({ datasetId, useCaseId, chunkingParameters });
  expect(await refused({ colour: 'red' })).toEqual([422, 'body.datasetId', 'body.useCaseId', 'body.colour']);
  for (const [parameters, field] of [
    [{ chunkSize: 127 }, 'chunkSize'],
    [{ chunkSize: 513 }, 'chunkSize'],
    [{ chunkOverlapPercentage: 51 }, 'chunkOverlapPercentage'],
    [{ chunkingMethod: 'semantic' }, 'chunkingMethod'],
    [{ embeddingModel: 'intfloat/e5-base-v2' }, 'embeddingModel'],
    [{ separators: ['('], isSeparatorRegex: true }, 'separators.0'],
    [{ separators: ['a', '(?<=a)b'], isSeparatorRegex: true }, 'separators.1'],
    [{ separators: ['(a|b)\\1'], isSeparatorRegex: true }, 'separators.0'],
    [{ customChunking: true, chunkSize: 256 }, 'customChunking'],
  ] as const)
    expect(await refused(chunked(parameters))).toEqual([422, `body.chunkingParameters.${field}`]);
  const plain = await dataset(key, 'a,document\n1,some text\n2,more text\n');
  expect(await refused({ datasetId: plain, useCaseId })).toEqual([422, 'body.datasetId']);
});

test('404: vector databases, datasets and use cases of others', async () => {
  const made = await vectorDatabase(key, { datasetId, useCaseId });
  const other = (await person()).key;
  const one = `${VECTOR_DATABASES}${made.id}/`;
  for (const line of [`GET ${one}`, `DELETE ${one}`, `GET ${one}latestVersion/`])
    expect((await ask(line, { key: other })).status).toBe(404);
  expect((await ask(`GET ${VECTOR_DATABASES}`, { key: other })).body.data).toEqual([]);
  expect((await ask(`POST ${VECTOR_DATABASES}`, { key: other, body: { datasetId, useCaseId } })).status).toBe(404);
});

test('200, 404, 422: a question is tried without a model, within the same bounds', async () => {
  const made = await vectorDatabase(key, { datasetId, useCaseId });
  const search = (body: object, as = key) => ask(`POST ${VECTOR_DATABASES}${made.id}/search/`, { key: as, body });
  const query = 'How do I repair a flat tyre?';
  const { body } = await search({ query, vectorDatabaseSettings: { maxDocumentsRetrievedPerPrompt: 2 } });
  expect(sources(body)).toEqual(['tyre.txt', expect.any(String)]);
  expect(body.citations[0].similarityScore).toBeGreaterThan(body.citations[1].similarityScore);
  expect(sources((await search({ query, metadataFilter: { team: 'kitchen' } })).body).sort()).toEqual([
    'bread.txt',
    'cake.txt',
  ]);
  expect((await search({ query, metadataFilter: { team: { $like: 'x' } } })).status).toBe(422);
  expect((await search({})).status).toBe(422);
  expect((await search({ query }, (await person()).key)).status).toBe(404);
});

test('200: what is supported says bounds and the built-in embedder', async () => {
  const supported = async (what: string) => (await ask(`GET ${VECTOR_DATABASES}supported${what}/`, { key })).body;
  expect((await supported('Embeddings')).defaultEmbeddingModel).toBe('almanac/latent-semantic-256');
  const [config] = (await supported('TextChunkings')).textChunkingConfigs;
  expect(config.methods[0].chunkingParameters[0]).toMatchObject({ name: 'chunkSize', min: 128, max: 512 });
  expect((await supported('RetrievalSettings')).settings).toHaveLength(5);
});

test('200: a zip of documents is uploaded, says what was left out, and is searched', async () => {
  const archive = zip(
    { name: 'docs/tyre.pdf', content: pdf('A flat tyre is repaired with glue and a patch') },
    { name: 'docs/bread.docx', content: docx('Dough is kneaded and baked into bread') },
    { name: 'docs/tax.html', content: '<p>Income is declared to the <b>tax office</b></p>' },
    { name: 'docs/broken.pdf', content: 'nothing' },
  );
  const documents = await dataset(key, archive, 'docs.zip');
  const { body: shown } = await ask(`GET /api/v2/datasets/${documents}/`, { key });
  expect(shown).toMatchObject({ rowCount: 3, featureCount: 2, isVectorDatabaseEligible: true, error: '' });
  expect(shown.warnings).toEqual([expect.stringMatching(/^docs\/broken\.pdf was left out: ./)]);
  const made = await vectorDatabase(key, { datasetId: documents, useCaseId });
  expect(made).toMatchObject({ executionStatus: 'COMPLETED', chunksCount: 3, metadataColumns: [] });
  const body = { query: 'repair a flat tyre' };
  const found = await ask(`POST ${VECTOR_DATABASES}${made.id}/search/`, { key, body });
  expect(sources(found.body)[0]).toBe('docs/tyre.pdf');
});
