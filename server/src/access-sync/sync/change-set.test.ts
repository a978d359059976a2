import { expect, test } from 'vitest';
import { adds, aGrant, anItem, silent } from '../graph/graph.fixtures.ts';
import { ChangeSet } from './change-set.ts';

test('only what was not said before counts, whenever it was read', () => {
  const told = new ChangeSet();
  const item = anItem('a', 'root');
  told.add({ upserts: [{ item, acl: silent, tick: 1 }], deletes: [] });
  told.add({ upserts: [{ item, acl: silent, tick: 2 }], deletes: [] });
  expect(told.size).toBe(1);
  told.add({ upserts: [{ item, acl: adds(aGrant({ kind: 'anyone' })), tick: 3 }], deletes: [] });
  told.add({ upserts: [], deletes: [{ key: 'a', tick: 4 }] });
  told.add({ upserts: [], deletes: [{ key: 'a', tick: 5 }] });
  expect(told.size).toBe(3);
  expect([told.upserts.length, told.deletes.length]).toEqual([3, 2]);
});
