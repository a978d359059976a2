import { z } from 'zod';

/** `api_token` is the specified name; `apiToken` beside it is what some published tools read. */
export const ApiToken = z.strictObject({ api_token: z.string(), apiToken: z.string() });
/** What the deprecated routes answer: one field. */
export const LegacyApiToken = z.strictObject({ api_token: z.string() });

export const toApiToken = (token: string): z.infer<typeof ApiToken> => ({ api_token: token, apiToken: token });
