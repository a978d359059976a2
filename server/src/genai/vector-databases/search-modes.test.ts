import { expect, test } from 'vitest';
import { VECTOR_DATABASES, vectorApp } from './vector-databases.fixtures.ts';

const { ask, someone, dataset, vectorDatabase } = await vectorApp();
const { key, useCaseId } = await someone();

/** Three texts that say nearly the same, and others about the same thing in other words. */
const CSV = `document,document_file_path
"Bread is baked in a hot oven from flour, water, salt and yeast",bread-1.txt
"Bread is baked in the hot oven from flour, water, salt and yeast",bread-2.txt
"Our bread is baked in a hot oven from flour and water, salt and yeast",bread-3.txt
"The baker wakes at three, lights the oven and kneads dough by hand",baker.txt
"Ovens are cleaned every week with soda and a brush; unplug them first. Part number QX-4711-B",cleaning.txt
"Bicycles have two wheels, a chain and a saddle that can be raised",bicycle.txt
`;
const made = await vectorDatabase(key, { datasetId: await dataset(key, CSV), useCaseId });

async function searchSources(query: string, vectorDatabaseSettings: object = {}) {
  const body = { query, vectorDatabaseSettings };
  const { citations } = (await ask(`POST ${VECTOR_DATABASES}${made.id}/search/`, { key, body })).body;
  return citations.map(({ source }: { source: string }) => source) as string[];
}

const QUESTION = 'bread baked in a hot oven from flour and water';

test('similarity takes the likest, though they say the same', async () => {
  const three = { maxDocumentsRetrievedPerPrompt: 3 };
  expect((await searchSources(QUESTION, three)).sort()).toEqual(['bread-1.txt', 'bread-2.txt', 'bread-3.txt']);
});

test('maximal marginal relevance begins with the likest and leaves out what was said; a weight of 1 is likeness alone', async () => {
  const diverse = (lambda: number) =>
    searchSources(QUESTION, {
      retrievalMode: 'maximal_marginal_relevance',
      maximalMarginalRelevanceLambda: lambda,
      maxDocumentsRetrievedPerPrompt: 3,
    });
  const [first, ...others] = await diverse(0.3);
  expect(first).toMatch(/^bread-/);
  expect(others.filter((source) => source.startsWith('bread-'))).toEqual([]);
  expect((await diverse(1)).map((source) => source.slice(0, 6))).toEqual(['bread-', 'bread-', 'bread-']);
});

test('a word that stands in one text alone is found by it, and so is a question in words of the others', async () => {
  expect((await searchSources('QX-4711-B'))[0]).toBe('cleaning.txt');
  expect((await searchSources('who kneads the dough?'))[0]).toBe('baker.txt');
});

test('as many as asked for, as long as allowed, with what stands around them when wanted', async () => {
  expect(await searchSources(QUESTION, { maxDocumentsRetrievedPerPrompt: 1 })).toHaveLength(1);
  // The first always comes, however long it is.
  expect(await searchSources(QUESTION, { maxTokens: 1 })).toHaveLength(1);
  expect((await searchSources(QUESTION, { maxTokens: 1000 })).length).toBeGreaterThan(3);
});
