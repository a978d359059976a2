import { z } from 'zod';

export const Blueprint = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  modelType: z.string(),
  processes: z.array(z.string()),
  blueprintCategory: z.string(),
  monotonicIncreasingFeaturelistId: z.null(),
  monotonicDecreasingFeaturelistId: z.null(),
  supportsMonotonicConstraints: z.boolean(),
  recommendedFeaturelistId: z.string().nullable(),
  supportsComposableMl: z.boolean(),
  supportsIncrementalLearning: z.boolean(),
});

export const Chart = z.strictObject({
  nodes: z.array(z.strictObject({ id: z.string(), label: z.string() })),
  edges: z.array(z.tuple([z.string(), z.string()])),
});

export const Docs = z.array(
  z.strictObject({
    title: z.string(),
    task: z.string(),
    description: z.string(),
    parameters: z.array(z.strictObject({ name: z.string(), type: z.string(), description: z.string() })),
    links: z.array(z.strictObject({ name: z.string(), url: z.string() })),
    references: z.array(z.strictObject({ name: z.string(), url: z.string().nullable() })),
  }),
);

export const BlueprintJson = z.strictObject({ blueprint: z.record(z.string(), z.unknown()) });
