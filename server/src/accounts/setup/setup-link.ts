import type { Platform } from '#platform/context.ts';
import { newSecretText } from '../secret-text.ts';
import { userStore } from '../users/user.store.ts';
import { setupStore } from './setup.store.ts';

const LIFETIME_MS = 7 * 24 * 3600 * 1000;

/** A one-time address where the first administrator is made; null when there is anybody already. */
export async function setupLink(
  { db, secrets, now }: Pick<Platform, 'db' | 'secrets' | 'now'>,
  origin: string,
): Promise<string | null> {
  if (await userStore(db.queries).any()) return null;
  const token = newSecretText('setup');
  const at = now();
  await setupStore(db.queries).add(secrets.fingerprint(token), at, new Date(at.getTime() + LIFETIME_MS));
  return `${origin}/setup?token=${token}`;
}
