import { expect, test } from 'vitest';
import { testPlatform } from '../../../test/platform.ts';
import { movableClock } from '../../../test/served-app.ts';
import { adds, aGrant, aMirror, anItem, owns, silent } from '../graph/graph.fixtures.ts';
import { readableAmong } from './effective-access.ts';

const clock = movableClock();
const platform = await testPlatform({ now: clock });
const ANN = 'ann@here.org';

/** Two drives, each with an item `1` of its own; Ann may read all of the first and one file of the second. */
async function aMirrorWithAnn(more: { organizationLinks?: 'tenant' } = {}) {
  const mirror = await aMirror(platform, more);
  const person = { key: 'user:ann', sourceId: 'ann', kind: 'user', name: 'Ann', active: true, guest: false } as const;
  await mirror.directory({ principals: [{ ...person, emails: [ANN] }], complete: true });
  const ann = aGrant({ kind: 'user', key: 'user:ann' });
  const link = aGrant({ kind: 'tenant' }, { gate: 'organizationLink' });
  const file = (key: string, parent: string, sourceId: string) => anItem(key, parent, { kind: 'file', sourceId });
  await mirror.change([
    mirror.upsert(anItem('a:root', null), owns(ann)),
    mirror.upsert(file('a:1', 'a:root', '1'), silent),
    mirror.upsert(anItem('b:root', null), owns()),
    mirror.upsert(file('b:1', 'b:root', '1'), silent),
    mirror.upsert(file('b:2', 'b:root', '2'), adds(ann)),
    mirror.upsert(file('b:3', 'b:root', '3'), adds(link)),
  ]);
  const readableItemIds = async (itemIds: readonly string[], email = ANN, organizationId = mirror.organizationId) => {
    const ctx = { ...platform, actor: { organizationId } };
    return [...(await readableAmong(ctx, { connectionId: mirror.connectionId, email, itemIds }))].sort();
  };
  return { ...mirror, among: readableItemIds };
}

test('of a list, what the person may read comes back as it was named', async () => {
  const { among: readableItemIds } = await aMirrorWithAnn();
  expect(await readableItemIds(['a:1', 'b:1', 'b:2', 'b:3', 'nowhere', 'a:1'])).toEqual(['a:1', 'b:2']);
  expect(await readableItemIds(['a:1', 'b:2'], 'ANN@Here.org')).toEqual(['a:1', 'b:2']);
  expect(await readableItemIds(['a:1', 'b:2'], 'bob@here.org')).toEqual([]);
  expect(await readableItemIds(['a:1'], '')).toEqual([]);
  expect(await readableItemIds([])).toEqual([]);
});

test("the provider's own id names an item where one alone has it", async () => {
  const { among: readableItemIds } = await aMirrorWithAnn();
  expect(await readableItemIds(['2', '1'])).toEqual(['2']);
});

test('links for everybody count only where the connection says so', async () => {
  const { among: readableItemIds } = await aMirrorWithAnn({ organizationLinks: 'tenant' });
  expect(await readableItemIds(['b:3', 'b:1'])).toEqual(['b:3']);
});

test('nothing comes back of a connection of others, or when what is held is older than the limit', async () => {
  const { among: readableItemIds } = await aMirrorWithAnn();
  expect(await readableItemIds(['a:1'], ANN, '0123456789abcdef01234567')).toEqual([]);
  expect(await readableItemIds(['a:1'])).toEqual(['a:1']);
  clock.moveSeconds(3_601);
  expect(await readableItemIds(['a:1'])).toEqual([]);
});

test('many thousand items are one question', async () => {
  const { among: readableItemIds } = await aMirrorWithAnn();
  const many = Array.from({ length: 20_000 }, (_, n) => `none-${n}`);
  expect(await readableItemIds([...many, 'b:2'])).toEqual(['b:2']);
});
