import { expect, test } from 'vitest';
import { testDatabase } from './database.ts';

const tablesOf = async (database: Awaited<ReturnType<typeof testDatabase>>) => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map((row) => row.name);
};

const migrated = await testDatabase();
const bare = await testDatabase({ migrated: false });

test('a test database has the tables of the migrations, a bare one has none', async () => {
  expect(await tablesOf(migrated)).toContain('migrations');
  expect(await tablesOf(bare)).toEqual([]);
});

test('two test databases do not see each other', async () => {
  const other = await testDatabase();
  await migrated.pool.query('create table only_here (id int)');
  expect(await tablesOf(migrated)).toContain('only_here');
  expect(await tablesOf(other)).not.toContain('only_here');
});
