import { z } from 'zod';

export const Command = z.strictObject({ command: z.enum(['start', 'stop']) });

export const NewAutopilot = z.strictObject({
  featurelistId: z.string(),
  mode: z.enum(['auto', 'quick', 'comprehensive']).default('auto'),
  blendBestModels: z.boolean().nullish(),
  prepareModelForDeployment: z.boolean().nullish(),
  considerBlendersInRecommendation: z.boolean().nullish(),
  /** Not offered: false is what happens anyway. */
  scoringCodeOnly: z.literal(false).nullish(),
  runLeakageRemovedFeatureList: z.literal(false).nullish(),
  autopilotClusterList: z.array(z.int()).max(0).nullish(),
  useGpu: z.literal(false).nullish(),
});
export type NewAutopilot = z.output<typeof NewAutopilot>;

export const Nothing = z.strictObject({});
export const Prepare = z.strictObject({ modelId: z.string() });
export const Message = z.strictObject({ message: z.string(), jobId: z.string().optional() });
