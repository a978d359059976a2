import { z } from 'zod';
import { wrongPiece } from './schedule.rules.ts';

const FIELDS = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;
const piece = z
  .array(z.union([z.int(), z.string().min(1).max(20)]))
  .min(1)
  .max(100);

/** When something runs, as callers write it; kept and answered as it was written. */
export const Schedule = z
  .strictObject({ minute: piece, hour: piece, dayOfMonth: piece, month: piece, dayOfWeek: piece })
  .superRefine((schedule, context) => {
    for (const field of FIELDS) {
      const message = wrongPiece(field, schedule[field]);
      if (message !== null) context.addIssue({ code: 'custom', path: [field], message });
    }
  });
