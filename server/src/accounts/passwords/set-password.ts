import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { UserRow } from '../accounts.tables.ts';
import { apiKeyStore } from '../api-keys/api-key.store.ts';
import { passwordResetStore } from '../password-reset/password-reset.store.ts';
import { sessionStore } from '../sessions/session.store.ts';
import { tokenStore } from '../tokens/token.store.ts';
import { userStore } from '../users/user.store.ts';

/** What else may go with the old password. */
export interface Revoking {
  readonly revokeApiKeys?: boolean | undefined;
  readonly revokeApiToken?: boolean | undefined;
}

/** Whatever the old password opened is closed: sessions and reset links always, keys and the token when asked for. */
export async function setPassword(
  { secrets, now }: Pick<Platform, 'secrets' | 'now'>,
  tx: Tx,
  user: Pick<UserRow, 'id' | 'username' | 'email'>,
  passwordHash: string,
  { revokeApiKeys, revokeApiToken }: Revoking,
): Promise<void> {
  await userStore(tx).update(user.id, { password_hash: passwordHash }, user);
  await sessionStore(tx).endAll(user.id);
  await passwordResetStore(tx).removeAll(user.id);
  if (revokeApiKeys) await apiKeyStore(tx).revokeAll(user.id);
  if (revokeApiToken) await tokenStore(tx, secrets).issue(user.id, now());
}
