import type { Tx } from '#platform/db/database.ts';
import type { DirectoryPage, Subject } from '../model.ts';
import { activateMembers, describeEdges } from './activate-members.ts';
import { type Change, logChanges } from './change-log.store.ts';
import {
  forgetPrincipals,
  heldPrincipals,
  keepPrincipals,
  noteDirectory,
  savePrincipals,
  untoldPrincipals,
} from './directory.store.ts';
import { requireFence } from './fence.ts';
import { type Edge, type EdgeChange, type Hold, pendingSince, replaceEdges } from './membership.store.ts';
import { nodeOf } from './node.rules.ts';
import { ensureNodes, type NodeIds } from './principal.store.ts';
import { dropSpacesOf } from './space.store.ts';

export interface DirectoryBatch extends DirectoryPage {
  readonly fence: number;
  /** `pass.tick()` before its first request and after the last answer. */
  readonly ticks: { readonly began: number; readonly ended: number };
  /** Of this reading of the directory. */
  readonly generation: number;
  readonly truthAt: Date;
  readonly now: Date;
}

/**
 * Takes one page of the directory. What a group could not tell stays as it was; a removal counts at once, while what is new
 * may have to wait (`membership.store.ts`).
 */
export async function applyDirectory(tx: Tx, connectionId: string, batch: DirectoryBatch): Promise<void> {
  await requireFence(tx, connectionId, batch.fence);
  const hold = await pendingSince(tx, connectionId, batch.ticks.ended);
  const changes = await savePage(tx, connectionId, batch, hold);
  changes.push(...(await saveEdges(tx, connectionId, batch, hold)));
  await keepPrincipals(tx, connectionId, batch.kept ?? [], batch.generation);
  const gone = batch.complete ? await untoldPrincipals(tx, connectionId, batch.generation) : [];
  const removed = [...new Set([...batch.removed, ...gone])];
  changes.push(...(await remove(tx, connectionId, removed)));
  const suspended = batch.principals.flatMap(({ key, kind, active }) => (kind === 'user' && !active ? [key] : []));
  await dropSpacesOf(tx, connectionId, [...removed, ...suspended], batch.now);
  await logChanges(tx, { connectionId, at: batch.now, cause: 'directory' }, changes);
  if (!batch.complete) return;
  await noteDirectory(tx, connectionId, {
    generation: batch.generation,
    truthAt: batch.truthAt,
    // Groups that could not be read say nothing about who is still in them.
    tick: (batch.kept ?? []).length === 0 ? batch.ticks.began : null,
  });
  await activateMembers(tx, connectionId, batch.now);
}

async function savePage(
  tx: Tx,
  connectionId: string,
  { principals, generation }: DirectoryBatch,
  hold: Hold,
): Promise<Change[]> {
  const once = [...new Map(principals.map((one) => [one.key, one])).values()];
  const keys = once.map(({ key }) => key);
  const held = await heldPrincipals(tx, connectionId, keys);
  await savePrincipals(tx, connectionId, once, generation, hold);
  return once.flatMap(({ key, active, guest }): Change[] => {
    const before = held.get(key);
    if (before === undefined || !before.known || (before.active === active && before.guest === guest)) return [];
    return [{ kind: 'principalChanged', subject: key, details: { active, guest } }];
  });
}

async function saveEdges(
  tx: Tx,
  connectionId: string,
  { members, memberOf }: DirectoryBatch,
  hold: Hold,
): Promise<Change[]> {
  const subjects: Subject[] = [
    ...members.flatMap(({ groupKey, members }) => [{ kind: 'group' as const, key: groupKey }, ...members]),
    ...memberOf.flatMap(({ groups }) => groups.map((key) => ({ kind: 'group' as const, key }))),
  ];
  const ids = new Map(await ensureNodes(tx, connectionId, subjects));
  // Whoever is a member was told before, in this page or an earlier one, and may be a person or a group.
  const told = await heldPrincipals(tx, connectionId, [
    ...memberOf.map(({ memberKey }) => memberKey),
    ...subjects.map((subject) => nodeOf(subject).key),
  ]);
  for (const { memberKey } of memberOf) {
    if (!told.has(memberKey)) throw new Error(`Groups of ${memberKey} were told before ${memberKey} itself.`);
  }
  const missing = memberOf.filter(({ memberKey }) => !ids.has(memberKey));
  const kindOf = (key: string) => told.get(key)?.kind ?? 'group';
  const people = await ensureNodes(
    tx,
    connectionId,
    missing.map(
      ({ memberKey }): Subject => ({ kind: kindOf(memberKey) === 'user' ? 'user' : 'group', key: memberKey }),
    ),
  );
  for (const [key, id] of people) ids.set(key, id);
  const edge = (groupKey: string, memberKey: string): Edge => ({
    group_id: ids.get(groupKey) ?? 0,
    member_id: ids.get(memberKey) ?? 0,
    member_kind: kindOf(memberKey),
  });
  const down = members.flatMap(({ groupKey, members }) => members.map((one) => edge(groupKey, nodeOf(one).key)));
  const up = memberOf.flatMap(({ memberKey, groups }) => groups.map((groupKey) => edge(groupKey, memberKey)));
  const groupIds = members.map(({ groupKey }) => ids.get(groupKey) ?? 0);
  const memberIds = memberOf.map(({ memberKey }) => ids.get(memberKey) ?? 0);
  return [
    ...describe(groupIds.length > 0 ? await replaceEdges(tx, 'group_id', groupIds, down, hold) : nothing, ids),
    ...describe(memberIds.length > 0 ? await replaceEdges(tx, 'member_id', memberIds, up, hold) : nothing, ids),
  ];
}

const nothing: EdgeChange = { added: [], removed: [] };

async function remove(tx: Tx, connectionId: string, keys: readonly string[]): Promise<Change[]> {
  if (keys.length === 0) return [];
  const ids = await forgetPrincipals(tx, connectionId, keys);
  await replaceEdges(tx, 'group_id', ids, [], null);
  await replaceEdges(tx, 'member_id', ids, [], null);
  return keys.map((subject) => ({ kind: 'principalRemoved', subject }));
}

const describe = (change: EdgeChange, ids: NodeIds): Change[] =>
  describeEdges(change, new Map([...ids].map(([key, id]) => [id, key])));
