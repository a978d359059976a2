import { z } from 'zod';

/** One field, as specified: the same in both APIs. */
export const ApiToken = z.strictObject({ api_token: z.string() });

export const toApiToken = (token: string): z.infer<typeof ApiToken> => ({ api_token: token });
