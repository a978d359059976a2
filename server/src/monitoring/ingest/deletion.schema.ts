import { z } from 'zod';

const moment = z.string().max(64).nullish();

export const Deletion = z.strictObject({ modelId: z.string().min(1).max(64), start: moment, end: moment });
export const Begun = z.strictObject({ statusId: z.string() });
