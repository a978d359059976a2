import { refuse } from '#platform/http/problem.ts';
import { auditStore } from '../audit/audit.store.ts';
import { type AccountsPlatform, OWNER } from '../users/create-user.ts';
import { UserProblems } from '../users/user.problems.ts';
import { nameKey } from '../users/user.rules.ts';
import { userStore } from '../users/user.store.ts';
import { PasswordResetProblems } from './password-reset.problems.ts';
import { resetLink } from './reset-link.ts';

/** For the machine's owner: a reset link for anybody, to be handed over. */
export function resetLinkByOwner(platform: AccountsPlatform, username: string, origin: string) {
  return platform.db.transaction(async (tx) => {
    const user = (await userStore(tx).byUsernameKey(nameKey(username))) ?? refuse(UserProblems.noSuchName, username);
    if (user.disabled_at !== null) refuse(PasswordResetProblems.disabled, user.username);
    await auditStore(tx).add({
      at: platform.now(),
      organizationId: user.organization_id,
      actor: OWNER,
      address: OWNER.address,
      action: 'password_reset.created',
      subject: user.id,
    });
    return { username: user.username, ...(await resetLink(platform, tx, user.id, origin)) };
  });
}
