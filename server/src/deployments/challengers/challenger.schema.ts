import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { pageOf } from '#platform/http/page.ts';
import { Schedule } from '#platform/jobs/schedule/schedule.rules.ts';

export const ReplaySettings = z.strictObject({ enabled: z.boolean(), schedule: Schedule.optional() });
export const ReplaySettingsChange = z.strictObject({
  enabled: z.boolean(),
  schedule: Schedule.nullish(),
  fetching: ignored(z.boolean().nullish(), 'Requests are stored as they arrive: none are fetched for a replay'),
});

const id = z.string().min(1).max(64);
const name = z.string().trim().min(1).max(512);
const known = z.strictObject({ id: z.string(), name: z.string() });

/** Clients refuse a further key, and any that is null. */
export const Challenger = z.strictObject({
  id: z.string(),
  name: z.string(),
  model: z.strictObject({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    executionType: z.string(),
    projectId: z.string(),
    projectName: z.string(),
    datasetName: z.string(),
    isDeprecated: z.boolean(),
  }),
  modelPackage: known,
  predictionEnvironment: known,
});
export const ChallengerPage = pageOf(Challenger);

export const NewChallenger = z.strictObject({ modelPackageId: id, name, predictionEnvironmentId: id });
export const ChallengerChange = z.strictObject({ name: name.nullish(), predictionEnvironmentId: id.nullish() });
export const ChallengerBegun = z.strictObject({ id: z.string(), statusId: z.string() });

/** Requests up to this moment; without an offset it is UTC. */
export const ReplayBody = z.strictObject({
  timestamp: z.union([z.iso.datetime({ local: true, offset: true }), z.iso.date()]).nullish(),
});
export const ReplayBegun = z.strictObject({ statusId: z.string() });
