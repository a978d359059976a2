import { describe, expect, test } from 'vitest';
import { hasPgvector } from '../../../../test/pgvector.ts';
import { adds, aGrant, aMirror, anItem, owns } from '../../../access-sync/graph/graph.fixtures.ts';
import { VECTOR_DATABASES, type VectorApp, vectorApp } from '../vector-databases.fixtures.ts';
import { manyDocuments, pgvectorApp } from './pgvector.fixtures.ts';

const CASES: Readonly<Record<string, object>> = {
  'the nearest': { query: 'how is a flat tyre patched' },
  'many of them': { query: 'bread', vectorDatabaseSettings: { maxDocumentsRetrievedPerPrompt: 100 } },
  'texts that say the same': {
    query: 'the same again',
    vectorDatabaseSettings: { maxDocumentsRetrievedPerPrompt: 30 },
  },
  'no word known': { query: 'xyzzy' },
  'a filter that leaves many': { query: 'sugar cake', metadataFilter: { team: { $in: ['red', 'blue'] } } },
  'a filter that leaves few': {
    query: 'oil the chain',
    metadataFilter: { $and: [{ team: 'green' }, { year: { $eq: 2004 } }, { document_file_path: { $contains: '1' } }] },
  },
  'a filter that leaves one': { query: 'income', metadataFilter: { document_file_path: '17.txt' } },
  'a filter that leaves none': { query: 'income', metadataFilter: { team: 'black' } },
  'a filter that leaves all': { query: 'income', metadataFilter: { team: { $ne: 'black' } } },
  'different ones': {
    query: 'bicycle gear',
    vectorDatabaseSettings: { retrievalMode: 'maximal_marginal_relevance', maximalMarginalRelevanceLambda: 0.3 },
  },
  'different ones among some': {
    query: 'dough in the oven',
    metadataFilter: { year: { $gte: 2015 } },
    vectorDatabaseSettings: { retrievalMode: 'maximal_marginal_relevance', maxDocumentsRetrievedPerPrompt: 40 },
  },
};

/** Asks every case, and one as somebody who may read three items of a mirrored source. */
async function answersOf({ ask, someone, dataset, vectorDatabase, platform }: VectorApp) {
  const { key, useCaseId } = await someone();
  const datasetId = await dataset(key, manyDocuments(400));
  const made = await vectorDatabase(key, { datasetId, useCaseId });
  const mirror = await aMirror(platform);
  const person = { key: 'user:ann', sourceId: 'ann', kind: 'user', name: 'Ann', active: true, guest: false } as const;
  await mirror.directory({ principals: [{ ...person, emails: ['ann@here.org'] }], complete: true });
  const file = (name: string) => anItem(name, 'root', { kind: 'file', sourceId: name });
  const mine = adds(aGrant({ kind: 'user', key: 'user:ann' }));
  await mirror.change([
    mirror.upsert(anItem('root', null), owns()),
    ...['3.txt', '14.txt', '159.txt'].map((name) => mirror.upsert(file(name), mine)),
    mirror.upsert(file('4.txt'), adds()),
  ]);
  const bound = await vectorDatabase(key, { datasetId, useCaseId, accessConnectionId: mirror.connectionId });
  const found = async (id: string, body: object) =>
    (await ask(`POST ${VECTOR_DATABASES}${id}/search/`, { key, body })).body.citations;
  const answers: Record<string, unknown> = {};
  for (const [name, body] of Object.entries(CASES)) answers[name] = await found(made.id, body);
  const anything = { query: 'bread', vectorDatabaseSettings: { maxDocumentsRetrievedPerPrompt: 100 } };
  answers['nobody the source knows'] = await found(bound.id, anything);
  const me = (await ask('GET /api/v2/account/info/', { key })).body;
  await platform.db.queries.updateTable('users').set({ email: 'ann@here.org' }).where('id', '=', me.uid).execute();
  answers['somebody who may read three items'] = await found(bound.id, anything);
  answers['and a filter'] = await found(bound.id, {
    ...anything,
    metadataFilter: { document_file_path: { $ne: '3.txt' } },
  });
  return { answers, indexes: [made.vectorIndex, bound.vectorIndex] };
}

type Citations = readonly { readonly source: string; readonly similarityScore: number }[];

describe.skipIf(!hasPgvector)('pgvector and the scan in memory', async () => {
  const scanned = hasPgvector ? await answersOf(await vectorApp()) : null;
  const kept = hasPgvector ? await answersOf(await pgvectorApp()) : null;

  test('the record says which it is', () => {
    expect([scanned?.indexes, kept?.indexes]).toEqual([
      ['scan', 'scan'],
      ['pgvector', 'pgvector'],
    ]);
  });

  test.each(Object.keys(scanned?.answers ?? {}))('the same answer: %s', (name) => {
    expect(kept?.answers[name]).toEqual(scanned?.answers[name]);
  });

  test('rights and filters decide before anything is ranked', () => {
    const sources = (name: string) => ((kept?.answers[name] ?? []) as Citations).map(({ source }) => source).sort();
    expect(sources('nobody the source knows')).toEqual([]);
    expect(sources('somebody who may read three items')).toEqual(['14.txt', '159.txt', '3.txt']);
    expect(sources('and a filter')).toEqual(['14.txt', '159.txt']);
    expect(sources('a filter that leaves one')).toEqual(['17.txt']);
    expect(sources('a filter that leaves none')).toEqual([]);
    expect(sources('many of them')).toHaveLength(100);
  });
});
