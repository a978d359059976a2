import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { afterCommit } from './database.ts';

const db = await testDatabase();

describe('afterCommit', () => {
  it('runs its hooks in order once the transaction is committed', async () => {
    const done: string[] = [];
    await db.transaction(async (tx) => {
      expect(afterCommit(tx, () => void done.push('first'))).toBe(true);
      expect(afterCommit(tx, () => void done.push('second'))).toBe(true);
      expect(done).toEqual([]);
    });
    expect(done).toEqual(['first', 'second']);
  });

  it('does not run them when the transaction is undone', async () => {
    const done: string[] = [];
    const undone = db.transaction(async (tx) => {
      afterCommit(tx, () => void done.push('never'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(done).toEqual([]);
  });

  it('says so when it cannot know of the commit', async () => {
    await db.queries.transaction().execute(async (tx) => {
      expect(afterCommit(tx, () => undefined)).toBe(false);
    });
  });
});
