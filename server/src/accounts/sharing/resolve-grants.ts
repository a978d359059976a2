import type { Queries } from '#platform/db/database.ts';
import { nameKey } from '../users/user.rules.ts';
import { meantRole, roleNames, type WantedGrant } from './grant-change.rules.ts';
import type { SharedKind } from './kind.ts';
import { type Recipient, recipientStore } from './recipient.store.ts';
import { type SharedRole, USUAL_ROLES } from './role.rules.ts';
import { wrongRecipients } from './sharing.problems.ts';

export interface ResolvedGrant {
  readonly type: Recipient['type'];
  readonly id: string;
  readonly name: string;
  readonly role: SharedRole | null;
  readonly canShare: boolean | undefined;
  readonly canUseData: boolean | undefined;
}

/** Finds everybody who is named, in one query. All that is wrong is told at once, each at its place. */
export async function resolveGrants(
  db: Queries,
  organizationId: string,
  kind: SharedKind,
  field: string,
  wanted: readonly WantedGrant[],
): Promise<ResolvedGrant[]> {
  const found = await recipientStore(db).find(
    organizationId,
    wanted.flatMap(({ id }) => id ?? []),
    wanted.flatMap(({ name }) => (name === undefined ? [] : nameKey(name))),
  );
  const names = kind.roles ?? USUAL_ROLES;
  const wrong = new Map<number, string>();
  const seen = new Set<string>();
  const resolved = wanted.flatMap((one, index): ResolvedGrant[] => {
    const recipient = found.find((candidate) => isMeant(candidate, one));
    const role = meantRole(names, one.role);
    if (recipient === undefined) {
      wrong.set(index, `There is no ${one.type} ${one.name ?? one.id} in your organization`);
    } else if (role === undefined) {
      wrong.set(index, `A ${kind.title} has no role ${JSON.stringify(one.role)}: send one of ${roleNames(names)}`);
    } else if (seen.has(recipient.id)) {
      wrong.set(index, `The ${one.type} ${recipient.name} is named twice: send each recipient once`);
    } else {
      seen.add(recipient.id);
      const { type, id, name } = recipient;
      return [{ type, id, name, role, canShare: one.canShare, canUseData: one.canUseData }];
    }
    return [];
  });
  if (wrong.size > 0) throw wrongRecipients(field, wrong);
  return resolved;
}

const isMeant = (candidate: Recipient, { type, id, name }: WantedGrant): boolean =>
  candidate.type === type &&
  (id === undefined || candidate.id === id) &&
  (name === undefined || candidate.name_key === nameKey(name));
