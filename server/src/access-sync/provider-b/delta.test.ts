import { Agent } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { systemTiming } from '#platform/async/retry.ts';
import { buildB, editB, type ProviderB, startProviderB } from '../../../test/providers.ts';
import { pace } from '../outbound/pace.ts';
import { wholeDrive } from './delta.ts';
import { openGraph } from './graph.ts';

const ALL = [
  'hierarchicalsharing',
  'deltashowremovedasdeleted',
  'deltatraversepermissiongaps',
  'deltashowsharingchanges',
];
const { signal } = new AbortController();
const started: ProviderB[] = [];
afterEach(async () => void (await Promise.all(started.splice(0).map((fake) => fake.close()))));

type Body = { value: Record<string, unknown>[]; '@odata.deltaLink': string };

async function aDrive() {
  const fake = await startProviderB();
  started.push(fake);
  const { world, app, url } = fake;
  const drive = buildB.addDrive(world, buildB.addSite(world, 'hr'), 'Documents');
  const root = world.items.get(drive.rootId);
  if (!root) throw new Error('A drive has a root');
  const folder = buildB.addItem(world, root, 'folder', 'folder');
  const file = buildB.addItem(world, folder, 'file', 'file');
  const ann = buildB.addUser(world, 'ann');
  const config = {
    tenantId: world.tenantId,
    clientId: app.clientId,
    clientSecret: app.secret ?? '',
    graphUrl: url,
    loginUrl: url,
  };
  const graph = openGraph(config, systemTiming, pace(systemTiming), new Agent());
  const ask = async (path: string, prefer: readonly string[]) => graph.get(path, signal, { prefer: prefer.join(', ') });
  const since = async (prefer: readonly string[], edit: () => void, later = prefer) => {
    const first = (await ask(`${wholeDrive(drive.id)}?token=latest`, prefer)).body as Body;
    edit();
    return ((await ask(first['@odata.deltaLink'], later)).body as Body).value;
  };
  return { fake, world, drive, folder, file, ann, ask, since };
}

/** What each value of the header changes: the fake is held to it, because the client relies on it. */
test('token=latest gives no items and a place to start from', async () => {
  const { drive, ask } = await aDrive();
  const { body } = await ask(`${wholeDrive(drive.id)}?token=latest`, ALL);
  expect(body).toMatchObject({ value: [], '@odata.deltaLink': expect.stringContaining('token=') });
});

test('deltashowsharingchanges alone is refused', async () => {
  const { drive, ask } = await aDrive();
  const reply = await ask(wholeDrive(drive.id), ['deltashowsharingchanges']);
  expect([reply.status, reply.body]).toMatchObject([400, { error: { code: 'invalidRequest' } }]);
});

test('without deltashowsharingchanges a share is not told; with it, it is told and marked', async () => {
  const { world, file, ann, since } = await aDrive();
  const share = () => void editB.shareWith(world, file, { kind: 'user', id: ann.id });
  expect(await since(ALL.slice(0, 3), share)).toEqual([]);
  expect(await since(ALL, share)).toMatchObject([{ id: file.id, '@microsoft.graph.sharedChanged': 'True' }]);
});

test('a feed that was begun without it never marks sharing', async () => {
  const { world, file, ann, since } = await aDrive();
  const share = () => void editB.shareWith(world, file, { kind: 'user', id: ann.id });
  const [told] = await since(ALL.slice(0, 3), share, ALL);
  expect(told).not.toHaveProperty('@microsoft.graph.sharedChanged');
});

test('hierarchicalsharing gives the facet only where a list of its own begins', async () => {
  const { world, drive, folder, ann, ask } = await aDrive();
  editB.shareWith(world, folder, { kind: 'user', id: ann.id });
  const shared = async (prefer: readonly string[]) =>
    ((await ask(wholeDrive(drive.id), prefer)).body as Body).value
      .filter((item) => 'shared' in item)
      .map(({ name }) => name);
  expect(await shared(ALL)).toEqual(['root', 'folder']);
  expect(await shared([])).toEqual(['folder', 'file']);
});

test('what the app may no longer see is told as deleted, or not at all', async () => {
  const { world, folder, file, since } = await aDrive();
  const deleted = await since(ALL, () => editB.hide(world, folder, true));
  expect(deleted.map((item) => [item.id, Boolean(item.deleted)])).toEqual([
    [folder.id, true],
    [file.id, true],
  ]);
  expect(await since([], () => editB.hide(world, folder, true))).toEqual([]);
});

test('below what the app cannot see, the feed goes on only with deltatraversepermissiongaps', async () => {
  const { world, folder, file, ann, since } = await aDrive();
  editB.shareWith(world, file, { kind: 'user', id: ann.id });
  editB.hide(world, folder, true);
  const rename = () => editB.rename(world, file, 'renamed');
  expect((await since(ALL, rename)).map(({ id }) => id)).toContain(file.id);
  expect(await since(['deltashowremovedasdeleted'], rename)).toEqual([]);
});

test('permissions cannot be expanded in a feed', async () => {
  const { drive, ask } = await aDrive();
  const reply = await ask(`${wholeDrive(drive.id)}?$expand=permissions`, ALL);
  expect(reply.body).toMatchObject({ error: { code: 'notSupported' } });
});
