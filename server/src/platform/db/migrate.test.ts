import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

const OURS = join(import.meta.dirname, '../../../migrations');

let folder: string;
let db: Database;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-migrations-'));
  db = await testDatabase({ migrated: false });
  await put('0001-people.sql', 'CREATE TABLE people (name text);');
  await put('0002-cats.sql', "CREATE TABLE cats (name text); INSERT INTO people VALUES ('Ada');");
});
afterEach(() => rm(folder, { recursive: true }));

const put = (name: string, text: string) => writeFile(join(folder, name), text);
const people = async () => (await db.pool.query('SELECT name FROM people')).rows.map((row) => row.name);
const shape = async () =>
  (
    await db.pool.query(
      `SELECT table_name, column_name, data_type FROM information_schema.columns
       WHERE table_schema = 'public' ORDER BY 1, 2`,
    )
  ).rows;

describe('migrate', () => {
  it('applies what is missing in the order of its numbers and answers what that was', async () => {
    expect(await migrate(db, folder)).toEqual(['0001-people.sql', '0002-cats.sql']);
    await put('0003-more.sql', "INSERT INTO people VALUES ('Bob');");
    expect(await migrate(db, folder)).toEqual(['0003-more.sql']);
    expect(await people()).toEqual(['Ada', 'Bob']);
  });

  it('changes nothing the second time, for our own migrations too', async () => {
    await migrate(db, OURS);
    const before = await shape();
    expect(before.length).toBeGreaterThan(0);
    expect(await migrate(db, OURS)).toEqual([]);
    expect(await shape()).toEqual(before);
  });

  it('runs once when several processes start together', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(db, folder)));
    expect(applied.flat().sort()).toEqual(['0001-people.sql', '0002-cats.sql']);
    expect(await people()).toEqual(['Ada']);
  });

  it('keeps nothing of a migration that fails, everything before it, and can go on once it is corrected', async () => {
    await put('0003-broken.sql', "INSERT INTO people VALUES ('Bob'); SELECT nonsense;");
    await expect(migrate(db, folder)).rejects.toThrow(/0003-broken.sql failed and nothing of it was kept.*nonsense/);
    expect(await people()).toEqual(['Ada']);
    await put('0003-broken.sql', "INSERT INTO people VALUES ('Bob');");
    expect(await migrate(db, folder)).toEqual(['0003-broken.sql']);
  });

  it('takes a file with other line endings for the same file', async () => {
    await put('0003-lines.sql', 'SELECT 1;\nSELECT 2;\n');
    await migrate(db, folder);
    await put('0003-lines.sql', 'SELECT 1;\r\nSELECT 2;\r\n');
    expect(await migrate(db, folder)).toEqual([]);
  });

  const addOne = () => put('0009-after.sql', 'CREATE TABLE after (name text);');
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['was changed', () => put('0001-people.sql', 'CREATE TABLE folk ();').then(addOne), /0001-people.sql was changed/],
    [
      'is missing',
      () => rm(join(folder, '0001-people.sql')).then(addOne),
      /0001-people.sql was applied .* file is missing/,
    ],
    ['is newer than the program', () => rm(join(folder, '0002-cats.sql')), /newer than this program.*0002-cats.sql/],
    [
      'has a number twice',
      () => put('0001-early.sql', '').then(addOne),
      /0001-early.sql and 0001-people.sql have the same number/,
    ],
    [
      'would go back',
      () => put('0000-before.sql', '').then(addOne),
      /0000-before.sql would have to run before 0001-people.sql/,
    ],
    ['has no number', () => put('people.sql', '').then(addOne), /people.sql is not named like a migration/],
  ])('refuses, and changes nothing, when a migration %s', async (_name, change, sentence) => {
    await migrate(db, folder);
    const before = await shape();
    await change();
    await expect(migrate(db, folder)).rejects.toThrow(sentence);
    expect(await shape()).toEqual(before);
  });
});
