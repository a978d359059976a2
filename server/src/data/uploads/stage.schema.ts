import { z } from 'zod';
import { MOST_PARTS } from './stage.rules.ts';

export const StageCreate = z.strictObject({ filename: z.string().trim().min(1).max(255) });
export const Stage = z.strictObject({ id: z.string(), filename: z.string(), expiresAt: z.iso.datetime() });

export const Part = z.strictObject({ number: z.int().min(1).max(MOST_PARTS), size: z.int() });
export const Parts = z.strictObject({ parts: z.array(Part) });
