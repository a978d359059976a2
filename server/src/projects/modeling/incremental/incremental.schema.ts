import { z } from 'zod';

const id = z.string().min(1).max(64);
const rounds = z.int().min(0).max(10_000);

export const FromModel = z.strictObject({
  modelId: id,
  dataStageId: id,
  trainingDataName: z.string().trim().min(1).max(500).nullish(),
  dataStageEncoding: z.enum(['UTF-8', 'ASCII', 'WINDOWS1252']).nullish(),
  dataStageDelimiter: z.string().length(1).nullish(),
  dataStageCompression: z.enum(['zip']).nullish(),
});

export const FromSampleModel = z.strictObject({
  modelId: id,
  chunkDefinitionId: id.nullish(),
  earlyStoppingRounds: rounds.nullish(),
  firstIterationOnly: z.boolean().nullish(),
});
export type FromSampleModel = z.output<typeof FromSampleModel>;

export const FromIncrementalModel = z.strictObject({
  modelId: id,
  chunkDefinitionId: id,
  earlyStoppingRounds: rounds.nullish(),
});
export type FromIncrementalModel = z.output<typeof FromIncrementalModel>;

/** Stored with every job. */
export const ContinueInput = z.strictObject({
  modelId: z.string(),
  parentId: z.string(),
  source: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('stage'),
      name: z.string(),
      stageId: z.string(),
      versionId: z.string(),
      said: z.strictObject({
        encoding: z.enum(['UTF-8', 'ASCII', 'WINDOWS1252']).optional(),
        delimiter: z.string().optional(),
        compression: z.enum(['zip']).optional(),
      }),
    }),
    z.strictObject({
      kind: z.literal('chunks'),
      chunkDefinitionId: z.string(),
      from: z.int(),
      /** At most so many; all that follow when absent. */
      most: z.int().optional(),
    }),
  ]),
  earlyStoppingRounds: z.int(),
  /** Whether it becomes the recommended model where it is better than the one that is. */
  recommend: z.boolean(),
});
export type ContinueInput = z.output<typeof ContinueInput>;
