import { z } from 'zod';

const column = z.string().min(1).max(512).nullish();
const id = z.string().min(1).max(64).nullish();

export const CustomModelVersionCreate = z.strictObject({
  llmBlueprintId: z.string().min(1).max(64),
  promptColumnName: column,
  targetColumnName: column,
  llmTestConfigurationIds: z.array(z.string()).nullish(),
  /** Where the vector database is to be served. It is served here with everything else: nothing follows from them. */
  defaultPredictionServerId: id,
  predictionEnvironmentId: id,
  vectorDatabaseResources: z
    .strictObject({
      maximumMemory: z.int().nullish(),
      resourceBundleId: id,
      replicas: z.int().nullish(),
      networkEgressPolicy: z.string().nullish(),
    })
    .nullish(),
});

export const Started = z.strictObject({ statusId: z.string() });
