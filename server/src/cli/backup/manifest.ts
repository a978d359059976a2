import { z } from 'zod';
import { createSecrets } from '#platform/secrets/secrets.ts';

/** The first entry of a backup: what it is and what a restore needs to know before the rows arrive. */
export const Manifest = z.object({
  format: z.literal('almanac-backup-1'),
  version: z.string(),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).readonly() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** `included`, or `setting` when it is kept in ALMANAC_SECRET_KEY and so not ours to copy. */
  secretKey: z.enum(['included', 'setting']),
  /** Tells the right key from a wrong one without giving it away. */
  secretKeyCheck: z.string(),
  /** `external` when they are in a bucket, which has its own backups. */
  blobs: z.enum(['included', 'external']),
});
export type Manifest = z.infer<typeof Manifest>;

/** The last entry: a backup without it was cut off. */
export const Ending = z.object({ rowBytes: z.number(), blobs: z.number(), blobBytes: z.number() });
export type Ending = z.infer<typeof Ending>;

export const ENTRY = { manifest: 'manifest.json', secretKey: 'secret.key', ending: 'end.json' } as const;

export const secretKeyCheck = (key: Buffer): string => createSecrets(key).fingerprint('almanac backup').toString('hex');
