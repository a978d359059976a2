import { z } from 'zod';

export const Session = z.strictObject({
  uid: z.string(),
  username: z.string(),
  orgId: z.string(),
  role: z.enum(['admin', 'user']),
  expiresAt: z.iso.datetime(),
});
