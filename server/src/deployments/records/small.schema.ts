import { z } from 'zod';

export const StatusBegun = z.strictObject({ statusId: z.string() });
