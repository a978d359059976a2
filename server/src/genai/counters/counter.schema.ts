import { z } from 'zod';

/** RetrieveUserLimitCounterResponse of the specification. */
export const UserLimitCounter = z.strictObject({
  counter: z.int().min(0).describe('Completed operations that count towards the limit'),
});
