import { z } from 'zod';
import { isKeepable, LONGEST_ID } from '../predictions/association-ids.ts';

export const MOST_ACTUALS = 10_000;

/** Numbers are ids too, and mean the text of their digits. */
const associationId = z
  .union([z.string(), z.int(), z.bigint()])
  .transform(String)
  .pipe(
    z
      .string()
      .min(1, 'An association id has at least one character')
      .max(LONGEST_ID, `An association id has at most ${LONGEST_ID} characters`)
      .refine(isKeepable, 'An association id has no zero characters and no halves of characters'),
  );

const keepActualsWithoutPredictions = z.boolean().nullish();

export const ActualsFromJson = z.strictObject({
  data: z
    .array(
      z.strictObject({
        associationId,
        actualValue: z.union([z.string().max(10_000), z.number(), z.bigint(), z.boolean()], {
          error: 'Send a number or the label of a class',
        }),
        wasActedOn: z.boolean().nullish(),
        timestamp: z.string().max(64).nullish(),
      }),
    )
    .min(1, 'Send at least one actual')
    .max(
      MOST_ACTUALS,
      `Send at most ${MOST_ACTUALS} actuals in a request: several requests, or a dataset with POST actuals/fromDataset/, take more`,
    ),
  keepActualsWithoutPredictions,
});

const column = z.string().min(1).max(1000);

export const ActualsFromDataset = z.strictObject({
  datasetId: z.string().min(1).max(64),
  datasetVersionId: z.string().min(1).max(64).nullish(),
  actualValueColumn: column,
  associationIdColumn: column,
  timestampColumn: column.nullish(),
  wasActedOnColumn: column.nullish(),
  keepActualsWithoutPredictions,
  // For data that lies elsewhere: what is in the catalogue has been read already.
  user: z.string().nullish(),
  password: z.string().nullish(),
  credentials: z.unknown().optional(),
  credentialId: z.string().nullish(),
});

export const Begun = z.strictObject({ message: z.string(), statusId: z.string() });
