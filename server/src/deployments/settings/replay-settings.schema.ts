import { z } from 'zod';
import { Schedule } from '#platform/jobs/schedule/schedule.schema.ts';

export const ReplaySettings = z.strictObject({ enabled: z.boolean(), schedule: Schedule.optional() });
export const ReplaySettingsChange = z.strictObject({
  enabled: z.boolean(),
  schedule: Schedule.nullish(),
  fetching: z.boolean().nullish(),
});
