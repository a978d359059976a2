import { createUser, newSecretText } from '#accounts';
import type { Platform } from '#platform/context.ts';

/** An administrator with an API key, for applications that listen on a socket. */
export async function anAdmin(platform: Platform): Promise<{ readonly key: string }> {
  const key = newSecretText('key');
  await createUser(platform, {
    username: 'root',
    password: 'correct horse',
    organization: 'One',
    role: 'admin',
    apiKey: { name: 'first', key },
  });
  return { key };
}
