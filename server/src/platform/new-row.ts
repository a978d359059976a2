import type { Clock } from './clock.ts';
import type { Actor } from './http/actor.ts';
import { newId } from './ids.ts';

interface Making {
  readonly actor: Pick<Actor, 'organizationId' | 'userId'>;
  readonly now: Clock;
}

/** What every row that somebody makes begins with. */
export function newRow({ actor, now }: Making) {
  const at = now();
  return { id: newId(at), organization_id: actor.organizationId, created_by: actor.userId, created_at: at };
}

/** The same where changes are noted too. */
export function newEditableRow(ctx: Making) {
  const row = newRow(ctx);
  return { ...row, updated_by: row.created_by, updated_at: row.created_at };
}
