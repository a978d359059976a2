import { z } from 'zod';
import { pageOf, pageQuery } from '#platform/http/page.ts';

/** RetrieveUserLimitCounterResponse of the specification. */
export const UserLimitCounter = z.strictObject({
  counter: z.int().min(0).describe('Completed operations that count towards the limit'),
});

export const UserLimitsQuery = pageQuery();

/** What each person has used, and what each may use at most; null where nothing is limited. */
export const UserLimits = pageOf(
  z.strictObject({
    userId: z.string(),
    username: z.string(),
    llmApiCalls: z.int(),
    vectorDatabases: z.int(),
  }),
).extend({
  limits: z.strictObject({ llmApiCalls: z.int().nullable(), vectorDatabases: z.int().nullable() }),
});
