import { z } from 'zod';
import type { JobKind } from '#platform/jobs/jobs.ts';

const Input = z.strictObject({ deploymentId: z.string(), until: z.iso.datetime().optional() });

/** Challengers answer again what the champion was asked since they last did. */
export const replayJob: JobKind<z.output<typeof Input>> = {
  name: 'deployments.replay',
  input: Input,
  retries: 2,
  run: async () => undefined,
};
