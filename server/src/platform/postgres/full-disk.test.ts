import { describe, expect, onTestFinished, test } from 'vitest';
import { canMount, smallDisk } from '../../../test/small-disk.ts';
import { openDatabase } from '../db/database.ts';
import { toProblem } from '../http/http.problems.ts';
import { start } from './postgres.ts';

describe.skipIf(!canMount)('PostgreSQL on a full disk', () => {
  test('a statement that finds no space is refused with 507, reads go on, and writes when there is space', async () => {
    const disk = smallDisk(256, onTestFinished);
    const postgres = await start(disk.folder, { info: () => undefined, error: () => undefined });
    const db = openDatabase(postgres.url, { max: 1, applicationName: 'test' });
    try {
      await db.pool.query('CREATE UNLOGGED TABLE notes (text text)');
      await db.pool.query('CHECKPOINT');
      const write = () => db.pool.query(`INSERT INTO notes SELECT repeat('x', 1000) FROM generate_series(1, 20000)`);
      await disk.fill();
      const error: unknown = await write().then(
        () => null,
        (found: unknown) => found,
      );
      expect(error).toMatchObject({ code: '53100' });
      expect(toProblem(error, 'id')).toMatchObject({ status: 507, code: 'http.no_space' });
      expect((await db.pool.query('SELECT count(*)::int AS n FROM notes')).rows).toEqual([{ n: 0 }]);
      await disk.free();
      await write();
      expect((await db.pool.query('SELECT count(*)::int AS n FROM notes')).rows).toEqual([{ n: 20000 }]);
    } finally {
      await db.close();
      await postgres.stop();
    }
  });
});
