import { createUser } from '#accounts';
import type { Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import type { Acl, Batch, DirectoryPage, Grant, Item, ItemUpsert, Subject } from '../model.ts';
import { applyBatch } from './apply-batch.ts';
import { applyDirectory } from './apply-directory.ts';
import { revokeWithdrawn } from './revoke.ts';
import { beginCrawl } from './space.store.ts';

export const aGrant = (subject: Subject, more: Partial<Grant> = {}): Grant => ({
  permissionId: `p-${JSON.stringify(subject)}`,
  subject,
  role: 'read',
  gate: 'always',
  raw: { id: 'raw' },
  ...more,
});

export const anItem = (key: string, parentKey: string | null, more: Partial<Item> = {}): Item => ({
  key,
  sourceId: key,
  parentKey,
  name: `Name of ${key}`,
  kind: parentKey === null ? 'drive' : 'folder',
  ...more,
});

export const owns = (...grants: Grant[]): Acl => ({ state: 'known', inherits: false, grants });
export const adds = (...grants: Grant[]): Acl => ({ state: 'known', inherits: true, grants });
export const silent: Acl = { state: 'kept', ifNew: 'inherit' };

const owners = new WeakMap<Platform, ReturnType<typeof createUser>>();

/** One administrator for all mirrors of a platform: passwords take long to hash. */
function ownerOf(platform: Platform) {
  const made =
    owners.get(platform) ?? createUser(platform, { username: 'owner', password: 'correct horse', role: 'admin' });
  owners.set(platform, made);
  return made;
}

/** A connection as the synchronisation meets it, with one space that has been crawled once and is empty. */
export async function aMirror(platform: Platform, more: { organizationLinks?: 'deny' | 'tenant' } = {}) {
  const { db } = platform;
  const owner = await ownerOf(platform);
  const connectionId = newId();
  const at = platform.now();
  await db.queries
    .insertInto('acl_connections')
    .values({
      id: connectionId,
      organization_id: owner.organization_id,
      name: connectionId,
      name_key: connectionId,
      provider: 'B',
      config: JSON.stringify({ organizationLinks: more.organizationLinks ?? 'deny' }),
      sealed: '',
      poll_seconds: 15,
      staleness_limit_seconds: 3600,
      created_by: owner.id,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await db.queries
    .insertInto('acl_sync')
    .values({ connection_id: connectionId, complete_at: at, directory_complete_at: at })
    .execute();
  let tick = 0;
  let directories = 0;
  const upsert = (item: Item, acl: Acl): ItemUpsert => ({ item, acl, tick: ++tick });

  async function addSpace(key: string): Promise<void> {
    await db.queries.insertInto('acl_spaces').values({ connection_id: connectionId, key, name: key }).execute();
  }

  /** `newestTick`: up to where the batch proves what is held; left out, nothing has to wait for it. */
  const whole = (batch: Partial<Batch>): Batch => ({
    spaceKey: 'drive',
    mode: 'poll',
    generation: 1,
    fence: 0,
    cause: 'test',
    cursor: null,
    complete: true,
    upserts: [],
    deletes: [],
    ...batch,
  });
  const apply = (batch: Partial<Batch>, newestTick?: number) =>
    db.transaction((tx) =>
      applyBatch(tx, connectionId, whole(batch), {
        now: platform.now(),
        truthAt: platform.now(),
        truthTick: newestTick ?? Number.MAX_SAFE_INTEGER,
      }),
    );

  async function crawl(generation: number, spaceKey = 'drive'): Promise<number> {
    const space = await db.queries
      .selectFrom('acl_spaces')
      .selectAll()
      .where('connection_id', '=', connectionId)
      .where('key', '=', spaceKey)
      .executeTakeFirstOrThrow();
    const start = { tick: ++tick, at: platform.now(), cursor: null };
    return beginCrawl(db.queries, { id: space.id, generation: generation - 1 }, start);
  }

  await addSpace('drive');
  await crawl(1);
  await apply({ mode: 'crawl', cursor: 'start' });
  return {
    connectionId,
    organizationId: owner.organization_id,
    owner,
    upsert,
    nextTick: () => ++tick,
    apply,
    /** What a page withdraws, before the pass that it belongs to comes into force. */
    narrow: (batch: Partial<Batch>) =>
      db.transaction((tx) => revokeWithdrawn(tx, connectionId, whole(batch), platform.now())),
    crawl,
    addSpace,
    /** Changes as one poll told them. */
    change: (upserts: readonly ItemUpsert[], deletes: readonly string[] = []) =>
      apply({ upserts, deletes: deletes.map((key) => ({ key, tick: ++tick })) }),
    directory: (page: Partial<DirectoryPage>, fence = 0) =>
      db.transaction((tx) =>
        applyDirectory(tx, connectionId, {
          principals: [],
          members: [],
          memberOf: [],
          removed: [],
          complete: false,
          ...page,
          fence,
          ticks: { began: ++tick, ended: ++tick },
          generation: page.complete === true ? ++directories : directories + 1,
          truthAt: platform.now(),
          now: platform.now(),
        }),
      ),
  };
}
