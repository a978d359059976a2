import { describe, expect, test } from 'vitest';
import { hasPgvector } from '../../../../test/pgvector.ts';
import { testPlatform } from '../../../../test/platform.ts';
import { findHits } from '../find-hits.ts';
import type { Search } from '../search/chunks.ts';
import { vectorDatabaseStore } from '../vector-database.store.ts';
import { VECTOR_DATABASES } from '../vector-databases.fixtures.ts';
import { findPgvector, forgetPgvector } from './extension.ts';
import { pgvectorApp } from './pgvector.fixtures.ts';

const SEARCH: Search = {
  ...{ query: 'repair a flat tyre', vector: null, most: 3, diversity: null, withNeighbours: false },
  ...{ filter: { team: { $ne: 'office' } }, readable: null },
};

test('the PostgreSQL that comes with Almanac has no pgvector, and nothing is made of it', async () => {
  const platform = await testPlatform();
  expect(await findPgvector(platform)).toEqual({ because: 'the database does not offer pgvector' });
});

describe.skipIf(!hasPgvector)('a database with pgvector', async () => {
  if (!hasPgvector) return;
  const { ask, someone, person, dataset, vectorDatabase, platform, tables, postgres } = await pgvectorApp({
    ALMANAC_API_VERSION: '2.34', // the last one that deletes organizations
  });
  const { key, useCaseId } = await someone();
  const datasetId = await dataset(key);
  const forced = { ...platform, config: { ...platform.config, vectorIndex: 'scan' as const } };
  const rowOf = async (id: string) => {
    const all = platform.db.queries.selectFrom('genai_vector_databases').select('organization_id');
    const { organization_id } = await all.where('id', '=', id).executeTakeFirstOrThrow();
    const row = await vectorDatabaseStore(platform.db.queries).byId(organization_id, id);
    if (row === undefined) throw new Error('no record');
    return row;
  };

  test('has a table while the vector database is there, and none once it, or its use case, is deleted', async () => {
    const made = await vectorDatabase(key, { datasetId, useCaseId });
    expect([made.vectorIndex, await tables()]).toEqual(['pgvector', [`of_${made.id}`]]);
    expect((await ask(`DELETE ${VECTOR_DATABASES}${made.id}/`, { key })).status).toBe(204);
    expect(await tables()).toEqual([]);
    const other = (await ask('POST /api/v2/useCases/', { key, body: { name: 'Others' } })).body.id;
    await vectorDatabase(key, { datasetId, useCaseId: other });
    expect(await tables()).toHaveLength(1);
    expect((await ask(`DELETE /api/v2/useCases/${other}/`, { key })).status).toBe(204);
    expect(await tables()).toEqual([]);
  });

  test('a build that fails leaves no table', async () => {
    const empty = await dataset(key, 'document,document_file_path\n" ",a.txt\n" ",b.txt\n');
    await vectorDatabase(key, { datasetId: empty, useCaseId });
    expect(await tables()).toEqual([]);
  });

  test('an organization that is erased takes its tables along', async () => {
    const permissions = ['ENABLE_PERMANENT_DELETE'];
    const boss = await person({ organization: 'Owners', role: 'admin', permissions });
    const guest = await person({ organization: 'Guests' });
    const body = { name: 'Words' };
    const theirs = (await ask('POST /api/v2/useCases/', { key: guest.key, body })).body.id;
    await vectorDatabase(guest.key, { datasetId: await dataset(guest.key), useCaseId: theirs });
    const kept = await vectorDatabase(key, { datasetId, useCaseId });
    expect(await tables()).toHaveLength(2);
    const path = '/api/v2/deletedOrganizations/';
    const organizationId = guest.organizationId;
    await ask(`POST ${path}`, { key: boss.key, body: { organizationId } });
    await ask(`POST ${path}${organizationId}/`, { key: boss.key });
    const state = async () => (await ask(`GET ${path}${organizationId}/`, { key: boss.key })).body.state;
    await expect.poll(state, { timeout: 60_000, interval: 50 }).toBe('erased');
    expect(await tables()).toEqual([`of_${kept.id}`]);
  });

  test('with the setting, nothing new is put there, and what is there is scanned', async () => {
    const before = await rowOf((await vectorDatabase(key, { datasetId, useCaseId })).id);
    const found = await findHits(platform, before, SEARCH);
    expect(found.map(({ source }) => source)).toContain('tyre.txt');
    await platform.db.pool.query(`ALTER TABLE genai_vectors.of_${before.id} RENAME TO away`);
    expect(await findHits(forced, before, SEARCH)).toEqual(found);
    expect(await findPgvector(forced)).toEqual({ because: 'ALMANAC_VECTOR_INDEX is scan' });
    // Without its table it is scanned too: this is how it is after a restore.
    expect(await findHits(platform, before, SEARCH)).toEqual(found);
    await platform.db.pool.query(`ALTER TABLE genai_vectors.away RENAME TO of_${before.id}`);
    expect(await findHits(platform, before, SEARCH)).toEqual(found);
  });

  test('somebody who may not make the extension scans, and is told why; once it is there, it is used', async () => {
    const url = await postgres.database('plain_role');
    const plain = await testPlatform({ databaseUrl: url });
    expect(await findPgvector(plain)).toEqual({ because: expect.stringContaining('permission denied') });
    const owner = await testPlatform({ databaseUrl: url.replace('plain_role@', 'owner@') });
    await owner.db.pool.query('CREATE SCHEMA "Ext"; CREATE EXTENSION vector SCHEMA "Ext"');
    await owner.db.pool.query('GRANT USAGE ON SCHEMA "Ext" TO plain_role');
    expect(await findPgvector(plain)).toEqual({ version: expect.any(String), schema: '"Ext"' });
  });

  test('the extension goes: what was kept in it is scanned, and can be deleted', async () => {
    const row = await rowOf((await vectorDatabase(key, { datasetId, useCaseId })).id);
    const found = await findHits(platform, row, SEARCH);
    await platform.db.pool.query('DROP EXTENSION vector CASCADE');
    expect(await findHits(platform, row, SEARCH)).toEqual(found);
    forgetPgvector(platform);
    expect(await findHits(platform, row, SEARCH)).toEqual(found);
    expect((await ask(`DELETE ${VECTOR_DATABASES}${row.id}/`, { key })).status).toBe(204);
    expect(await tables()).not.toContain(`of_${row.id}`);
  });
});
