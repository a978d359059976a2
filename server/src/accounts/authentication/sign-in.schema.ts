import { z } from 'zod';

export const Session = z.strictObject({
  uid: z.string(),
  username: z.string(),
  orgId: z.string(),
  role: z.enum(['admin', 'user']),
  expiresAt: z.iso.datetime(),
});

/** What proves who somebody is, on `/api/v2`. The second factor counts for accounts that have enrolled one. */
export const Credentials = z.strictObject({
  username: z.string().min(1).max(320),
  password: z.string().min(1).max(1024),
  totpCode: z.string().max(64).optional(),
  recoveryCode: z.string().max(64).optional(),
});

export type Credentials = z.output<typeof Credentials>;
