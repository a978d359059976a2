import { afterEach, expect, test } from 'vitest';
import { buildB, editB, handClock } from '../../../test/providers.ts';
import { type Source, sourceB } from '../histories/source.fixtures.ts';
import type { ItemPage } from '../model.ts';
import type { Pass } from '../provider-client.ts';

const started: Source[] = [];
afterEach(async () => void (await Promise.all(started.splice(0).map(({ fake }) => fake.close()))));

const pass: Pass = {
  signal: new AbortController().signal,
  now: () => new Date(0),
  tick: () => 1,
  async *below() {},
  held: async () => [],
  async *principals() {},
  async *people() {},
};
const lost = { status: 404, body: { error: { code: 'itemNotFound' } } };

async function aLibrary() {
  const source = await sourceB(handClock(), 1);
  started.push(source);
  const { world } = source.fake;
  const drive = buildB.addDrive(world, buildB.addSite(world, 'hr'), 'Documents');
  const root = world.items.get(drive.rootId);
  if (root === undefined) throw new Error('A drive has a root');
  const file = buildB.addItem(world, root, 'file', 'file');
  editB.shareWith(world, file, { kind: 'user', id: buildB.addUser(world, 'ann').id });
  const crawl = async () => {
    const pages: ItemPage[] = [];
    for await (const page of source.client.crawl({ key: drive.id, name: 'Documents' }, null, pass)) pages.push(page);
    return pages;
  };
  return { ...source, drive, file, crawl };
}

test('a feed that is not found is the end of a drive only where the drive is not there either', async () => {
  const { fake, drive, crawl } = await aLibrary();
  fake.faults.add({ when: ({ path }) => path.endsWith('/delta'), times: 1, reply: () => lost });
  await expect(crawl()).rejects.toMatchObject({ trouble: 'unavailable' });
  drive.gone = true;
  await expect(crawl()).rejects.toMatchObject({ trouble: 'spaceGone' });
});

test('an item whose list is not found is read by nobody while it is there, and goes when it is not', async () => {
  const { fake, file, crawl } = await aLibrary();
  const isList = ({ path }: { path: string }) => path.endsWith(`${file.id}/permissions`);
  fake.faults.add({ when: isList, times: 1, reply: () => lost });
  const upserts = (await crawl()).flatMap((page) => [...page.upserts]);
  expect(upserts.find(({ item }) => item.sourceId === file.id)?.acl).toEqual({
    state: 'known',
    inherits: false,
    grants: [],
  });
  fake.faults.add({ when: ({ path }) => path.includes(file.id), times: 2, reply: () => lost });
  const deletes = (await crawl()).flatMap((page) => [...page.deletes]);
  expect(deletes.map(({ key }) => key)).toEqual([expect.stringContaining(file.id)]);
});
