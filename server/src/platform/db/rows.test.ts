import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { deleteRows, findRow, findRows, pageOfRows, updateRows } from './rows.ts';

declare module './tables.ts' {
  interface Tables {
    test_fruits: { id: string; colour: string; eaten_by: string | null; bites: number };
  }
}

const { queries: db } = await testDatabase();
await sql`CREATE TABLE test_fruits (id text, colour text, eaten_by text, bites integer)`.execute(db);
await sql`INSERT INTO test_fruits VALUES ('apple', 'red', NULL, 0), ('cherry', 'red', 'ann', 1), ('lemon', 'yellow', NULL, 0)`.execute(
  db,
);
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('findRows', () => {
  it('finds rows by all of the given columns, in order', async () => {
    expect(ids(await findRows(db, 'test_fruits', { colour: 'red' }, { orderBy: ['id'] }))).toEqual(['apple', 'cherry']);
    expect(ids(await findRows(db, 'test_fruits', { colour: 'red', eaten_by: 'ann' }))).toEqual(['cherry']);
  });

  it('takes null for NULL, and a list for any of its values', async () => {
    const free = await findRows(db, 'test_fruits', { eaten_by: null }, { orderBy: ['id'] });
    expect(ids(free)).toEqual(['apple', 'lemon']);
    const some = await findRows(
      db,
      'test_fruits',
      { id: ['lemon', 'cherry', 'plum'] },
      { orderBy: ['id'], lock: true },
    );
    expect(ids(some)).toEqual(['cherry', 'lemon']);
    expect(await findRows(db, 'test_fruits', { id: [] })).toEqual([]);
  });

  it('refuses a search without any column', async () => {
    await expect(findRows(db, 'test_fruits', {})).rejects.toThrow('syntax');
  });
});

describe('pageOfRows', () => {
  it('counts all rows of the query', async () => {
    const red = db.selectFrom('test_fruits').selectAll().where('colour', '=', 'red').orderBy('id');
    const { rows, total } = await pageOfRows(red, { offset: 1, limit: 5 });
    expect([ids(rows), total]).toEqual([['cherry'], 2]);
  });
});

describe('updateRows and deleteRows', () => {
  it('change matching rows only', async () => {
    const change = { eaten_by: 'bob', bites: sql<number>`bites + 2` };
    const changed = await updateRows(db, 'test_fruits', { id: 'lemon' }, change);
    expect(changed).toEqual([{ id: 'lemon', colour: 'yellow', eaten_by: 'bob', bites: 2 }]);
    expect(await updateRows(db, 'test_fruits', { id: 'lemon' }, { eaten_by: undefined })).toEqual(changed);
    expect(await deleteRows(db, 'test_fruits', { colour: 'red', eaten_by: null })).toBe(1);
    expect(await findRow(db, 'test_fruits', { id: 'apple' })).toBeUndefined();
    expect((await findRow(db, 'test_fruits', { id: 'cherry' }))?.bites).toBe(1);
  });
});
