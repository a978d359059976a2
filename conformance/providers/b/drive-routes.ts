import type { Asked, Reply } from '../wire/faults.ts';
import type { Feed } from './feed.ts';
import { describe } from './item-wire.ts';
import { permissionsOf } from './permission-wire.ts';
import { contradicts, readPrefer } from './prefer.ts';
import { type Drive, known, type Site, type World } from './world.ts';

type Json = Record<string, unknown>;

/** Sites, drives, items, their permissions and the feed. Answers null for other paths. */
export function driveReply(world: World, feed: Feed, asked: Asked, base: string): Reply | null {
  const [, area = '', id, edge, itemId, inner] = asked.path.replace(/^\/v1\.0/, '').split('/');
  if (area === 'sites') {
    if (!id || id === 'getAllSites')
      return ok({ value: [...world.sites.values()].map((site) => siteJson(world, site)) });
    const site = world.sites.get(id);
    if (!site) return failed(404, 'itemNotFound', `Requested site ${id} could not be found`);
    if (!edge) return ok(siteJson(world, site));
    if (edge === 'drives') return ok({ value: drivesOf(world, site).map((drive) => driveJson(world, drive)) });
    return null;
  }
  if (area !== 'drives' || !id) return null;
  const drive = world.drives.get(id);
  if (!drive || drive.gone) return failed(404, 'itemNotFound', `The drive ${id} could not be found`);
  if (!edge) return ok(driveJson(world, drive));
  if (edge === 'root' && itemId === 'delta') return delta(drive, feed, asked, base);
  if (edge !== 'items' || !itemId) return null;
  const item = world.items.get(itemId);
  if (!item || item.driveId !== drive.id || item.deleted || item.hidden)
    return failed(404, 'itemNotFound', 'The resource could not be found.');
  if (!inner) return ok(describe(world, item));
  if (inner === 'permissions') return ok({ value: permissionsOf(world, item) });
  return null;
}

function delta(drive: Drive, feed: Feed, asked: Asked, base: string): Reply {
  if (/permissions/i.test(asked.query.get('$expand') ?? ''))
    return failed(400, 'notSupported', 'Expanding permissions is not supported on delta');
  const prefer = readPrefer(asked.headers.prefer);
  if (contradicts(prefer))
    return failed(400, 'invalidRequest', 'deltashowsharingchanges needs the two values it stands on');
  const link = (token: string) => `${base}/v1.0/drives/${encodeURIComponent(drive.id)}/root/delta?token=${token}`;
  const page = feed.page(drive, asked.query.get('token'), prefer);
  if ('wrong' in page) return failed(400, 'invalidRequest', page.wrong);
  if ('gone' in page)
    return {
      status: 410,
      headers: { location: link(page.restart) },
      body: { error: { code: page.gone, message: 'Resync required. Replace any local items.', innerError: {} } },
    };
  if ('next' in page) return ok({ value: page.value, '@odata.nextLink': link(page.next) });
  return ok({ value: page.value, '@odata.deltaLink': link(page.delta) });
}

const ok = (body: unknown): Reply => ({ status: 200, body });

export const failed = (status: number, code: string, message: string): Reply => ({
  status,
  body: { error: { code, message, innerError: { 'request-id': 'fake', date: new Date(0).toISOString() } } },
});

const drivesOf = (world: World, site: Site): Drive[] =>
  site.driveIds.map((id) => known(world.drives, id, 'drive')).filter((drive) => !drive.gone);

const siteJson = (world: World, site: Site): Json => ({
  id: site.id,
  name: site.name,
  displayName: site.name,
  webUrl: `https://${world.host}/sites/${site.name}`,
  siteCollection: { hostname: world.host, root: {} },
});

const driveJson = (world: World, drive: Drive): Json => ({
  id: drive.id,
  name: drive.name,
  driveType: 'documentLibrary',
  webUrl: `https://${world.host}/${drive.name}`,
});
