import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'secret.key';

/**
 * The key everything secret is sealed with: from the settings, else from the data folder, where the first start
 * makes it. Written with `wx`, so that of two first starts at once only one wins and both use the same key.
 */
export async function secretKey(dataDir: string, fromSettings: string | null): Promise<Buffer> {
  if (fromSettings !== null) return Buffer.from(fromSettings, 'hex');
  const path = join(dataDir, FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const text = (await readFile(path, 'utf8')).trim();
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Error(`${path} does not hold a secret key. Restore it from a backup, or set ALMANAC_SECRET_KEY.`);
  }
  return Buffer.from(text, 'hex');
}
