import type { Queries } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { actorOf } from '../actor-of.ts';

/** Somebody in whose name work is done that nobody asks for right now; undefined when their account is closed. */
export async function activeUser(db: Queries, organizationId: string, id: string): Promise<Actor | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'organization_id', 'role', 'permissions', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return user && actorOf(user, 'job');
}
