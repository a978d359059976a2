import { grantOwnership } from '#accounts';
import type { Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';

/** The id of something a person owns, as far as its quota is concerned. */
export async function aResource(
  { db, now }: Platform,
  owner: { readonly id: string; readonly organizationId: string },
  type: 'deployment' | 'workload' = 'deployment',
): Promise<string> {
  const id = newId();
  const actor = { userId: owner.id, organizationId: owner.organizationId } as Parameters<typeof grantOwnership>[1];
  await db.transaction((tx) =>
    grantOwnership(tx, actor, now(), { kind: { type, title: type, listedAt: `${type}s/` }, id }),
  );
  return id;
}
