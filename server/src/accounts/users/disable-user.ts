import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { auditStore } from '../audit/audit.store.ts';
import { sessionStore } from '../sessions/session.store.ts';
import { OWNER } from './create-user.ts';
import { UserProblems } from './user.problems.ts';
import { nameKey } from './user.rules.ts';
import { userStore } from './user.store.ts';

/** For the machine's owner: every key, token and session of the account stops working, on every server. */
export function disableUser(
  platform: Pick<Platform, 'db' | 'now'>,
  username: string,
): Promise<{ id: string; username: string }> {
  return platform.db.transaction(async (tx) => {
    const users = userStore(tx);
    const user = (await users.byUsernameKey(nameKey(username))) ?? refuse(UserProblems.noSuchName, username);
    if (user.disabled_at !== null) return { id: user.id, username: user.username };
    const at = platform.now();
    await users.update(user.id, { disabled_at: at }, user);
    await sessionStore(tx).endAll(user.id);
    await auditStore(tx).add({
      at,
      organizationId: user.organization_id,
      actor: OWNER,
      address: OWNER.address,
      action: 'user.disabled',
      subject: user.id,
    });
    return { id: user.id, username: user.username };
  });
}
