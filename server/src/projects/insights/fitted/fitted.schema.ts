import { z } from 'zod';

const named = z.strictObject({ name: z.string(), value: z.unknown() });

export const Parameters = z.strictObject({
  parameters: z.array(named),
  derivedFeatures: z.array(
    z.strictObject({
      originalFeature: z.string(),
      derivedFeature: z.string(),
      type: z.enum(['NUM', 'CAT', 'TEXT']),
      coefficient: z.number(),
      /** One for each class where there are several. */
      stageCoefficients: z.array(z.strictObject({ stage: z.string(), coefficient: z.number() })),
      transformations: z.array(named),
    }),
  ),
});
export type Parameters = z.output<typeof Parameters>;

export const MissingReport = z.strictObject({
  missingValuesReport: z.array(
    z.strictObject({
      feature: z.string(),
      type: z.enum(['Numeric', 'Categorical', 'Boolean', 'Date', 'Text']),
      missingCount: z.int(),
      /** A share of 1. */
      missingPercentage: z.number(),
      /** By the number of the task in the chart of the blueprint. */
      tasks: z.record(z.string(), z.strictObject({ name: z.string(), descriptions: z.array(z.string()) })),
    }),
  ),
});
export type MissingReport = z.output<typeof MissingReport>;

export const WordCloudQuery = z.strictObject({ excludeStopWords: z.boolean().default(false) });
export const WordCloud = z.strictObject({
  ngrams: z.array(
    z.strictObject({
      ngram: z.string(),
      coefficient: z.number().min(-1).max(1),
      count: z.int(),
      frequency: z.number().gt(0).max(1),
      isStopword: z.boolean(),
      class: z.string().nullable(),
      variable: z.string(),
    }),
  ),
});
export type WordCloud = z.output<typeof WordCloud>;

export const Iterations = z.strictObject({
  projectId: z.string(),
  modelId: z.string(),
  data: z.array(z.strictObject({ stage: z.string().nullable(), numIterations: z.int() })),
});
