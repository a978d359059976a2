import type { Platform } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { newSecretText } from '../secret-text.ts';
import { passwordResetStore } from './password-reset.store.ts';

export const LIFETIME_HOURS = 24;

export interface ResetLink {
  readonly link: string;
  readonly expiresAt: Date;
}

/** A one-time address where the owner of an account chooses a new password. The secret is behind the `#`: browsers send
 * it to no server, so that no log on the way keeps it. */
export async function resetLink(
  { secrets, now }: Pick<Platform, 'secrets' | 'now'>,
  db: Queries,
  userId: string,
  origin: string,
): Promise<ResetLink> {
  const token = newSecretText('reset');
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_HOURS * 3600 * 1000);
  await passwordResetStore(db).replace({ hash: secrets.fingerprint(token), userId, createdAt, expiresAt });
  return { link: `${origin}/reset-password#token=${token}`, expiresAt };
}
