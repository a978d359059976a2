import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';

const value = z.union([z.string(), z.number(), z.boolean()]);
const range = (number: z.ZodNumber | z.ZodInt) =>
  z.strictObject({ min: number, max: number, supportsGridSearch: z.boolean() }).optional();

export const TuningParameters = z.strictObject({
  tuningDescription: z.string().nullable(),
  tuningParameters: z.array(
    z.strictObject({
      parameterName: z.string(),
      parameterId: z.string(),
      /** What the model was trained with; of several values the best. */
      defaultValue: value,
      /** The value or values that were asked for. */
      currentValue: z.union([value, z.array(value)]),
      taskName: z.string(),
      vertexId: z.string(),
      constraints: z.strictObject({
        select: z.strictObject({ values: z.array(value) }).optional(),
        int: range(z.int()),
        float: range(z.number()),
      }),
    }),
  ),
});
export type TuningParameters = z.output<typeof TuningParameters>;

const TRIED = 'All combinations are tried, or maxIterations of them drawn at random';
const search = z.string().max(100).nullish();

export const TuneModel = z.strictObject({
  tuningDescription: z.string().max(500).nullish(),
  tuningParameters: z
    .array(z.strictObject({ parameterId: z.string().max(200), value: z.union([value, z.array(value).max(100)]) }))
    .max(200),
  gridSearchArguments: z
    .strictObject({
      searchType: ignored(search, TRIED),
      algorithm: ignored(search, TRIED),
      batchSize: ignored(z.int().min(1).nullish(), TRIED),
      maxIterations: z.int().min(1).max(500).nullish(),
      randomState: z.int().min(0).nullish(),
      wallClockTimeLimit: ignored(z.int().min(1).nullish(), 'Limit a search with maxIterations'),
    })
    .nullish(),
});
export type TuneModel = z.output<typeof TuneModel>;
