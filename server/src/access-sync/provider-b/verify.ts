import type { ItemPage, ItemUpsert } from '../model.ts';
import type { HeldItem } from '../provider-client.ts';
import { type DriveParts, heldAsItem } from './changes.ts';
import { inheriting, ownList, type ReadAcl, readPermissions } from './permission-reader.ts';

const AT_ONCE = 100;

/**
 * Reads permissions again. An item that is held as inheriting is compared with its parent: the provider shows the whole
 * list in both cases, so only a difference tells that it has one of its own now.
 */
export async function* verifyItems(parts: DriveParts, items: readonly HeldItem[]): AsyncGenerator<ItemPage> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const some = items.slice(at, at + AT_ONCE);
    yield { ...(await verifySome(parts, some)), cursor: null, complete: at + AT_ONCE >= items.length };
  }
}

async function verifySome(
  { graph, driveId, place, pass }: DriveParts,
  items: readonly HeldItem[],
): Promise<Pick<ItemPage, 'upserts' | 'deletes'>> {
  const parents = items.filter(({ inherits }) => inherits).flatMap(({ parentKey }) => parentKey ?? []);
  const parentIds = new Map((await pass.held([...new Set(parents)])).map((one) => [one.key, one.sourceId]));
  const aclTick = pass.tick();
  const ids = [...new Set([...items.map(({ sourceId }) => sourceId), ...parentIds.values()])];
  const acls = await readPermissions(graph, driveId, ids, place, pass.signal);
  const upserts: ItemUpsert[] = [];
  const deletes: { key: string; tick: number }[] = [];
  for (const held of items) {
    const acl = acls.get(held.sourceId);
    if (!acl) continue;
    if (acl.state === 'gone') {
      deletes.push({ key: held.key, tick: aclTick });
      continue;
    }
    const above = held.inherits ? acls.get(parentIds.get(held.parentKey ?? '') ?? '') : undefined;
    const known = above && sameList(acl, above) ? inheriting : ownList(acl.grants);
    upserts.push({ item: heldAsItem(held), acl: known, tick: 0, aclTick });
  }
  return { upserts, deletes };
}

const sameList = (a: ReadAcl, b: ReadAcl): boolean => a.state === 'read' && b.state === 'read' && print(a) === print(b);

const print = (acl: ReadAcl): string =>
  acl.state === 'gone'
    ? ''
    : acl.grants
        .map((grant) => JSON.stringify(grant.raw))
        .sort()
        .join('\n');
