import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { isStorable, LONGEST_ID } from '../predictions/association-ids.ts';

const MOST_ROWS = 10_000;
const id = z.string().min(1).max(64);
const moment = z.string().min(1).max(64);
const cell = z.union([z.string().max(100_000), z.number(), z.bigint(), z.boolean(), z.null()]);

/** Agents send more than is looked at here: extra keys of an entry are passed over. */
const entry = { timestamp: moment, modelId: id.nullish(), batchId: id.nullish() };

export const ReportedRequests = z.strictObject({
  data: z
    .array(
      z.looseObject({
        ...entry,
        numPredictions: z.int().min(0),
        executionTime: z.number().min(0),
        userError: z.union([z.boolean(), z.int()]).nullish(),
        systemError: z.union([z.boolean(), z.int()]).nullish(),
      }),
    )
    .min(1)
    .max(MOST_ROWS),
});

export const ReportedInputs = z.strictObject({
  data: z
    .array(
      z.looseObject({
        ...entry,
        features: z
          .array(z.strictObject({ name: z.string().min(1).max(1000), values: z.array(cell) }))
          .max(10_000)
          .nullish(),
        predictions: z
          .array(z.union([z.number(), z.string().max(100_000), z.array(z.number()).min(1).max(1000)]))
          .max(MOST_ROWS, `Report at most ${MOST_ROWS} rows at once`)
          .nullish(),
        associationIds: z.array(z.string().max(128)).nullish(),
        classNames: z.array(z.string().max(500)).max(1000).nullish(),
        skipDriftTracking: z.boolean().nullish(),
        skipAccuracyTracking: z.boolean().nullish(),
      }),
    )
    .min(1)
    .max(MOST_ROWS),
});

const count = z.int().min(0);

/** Rows summed up where they were: numbers by their moments and values with weights, names by their counts. */
export const ReportedStats = z.strictObject({
  data: z
    .array(
      z.looseObject({
        ...entry,
        numericAggregateMap: z
          .record(
            z.string().max(1000),
            z.looseObject({
              count,
              missingCount: count.default(0),
              histogram: z.array(z.strictObject({ value: z.number(), count })).max(10_000),
            }),
          )
          .nullish(),
        categoricalAggregateMap: z
          .record(
            z.string().max(1000),
            z.looseObject({ missingCount: count.default(0), categoryCounts: z.record(z.string().max(1000), count) }),
          )
          .nullish(),
      }),
    )
    .min(1)
    .max(1000),
});

export const FromDataset = z.strictObject({ datasetId: id, datasetVersionId: id.nullish() });
export const Ok = z.strictObject({ message: z.string() });
export const JobAccepted = z.strictObject({ message: z.string(), statusId: z.string() });

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
      .refine(isStorable, 'An association id has no zero characters and no halves of characters'),
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

const READ_ALREADY = 'Datasets of the catalog have been read already: no credentials are needed';

export const ActualsFromDataset = z.strictObject({
  datasetId: z.string().min(1).max(64),
  datasetVersionId: z.string().min(1).max(64).nullish(),
  actualValueColumn: column,
  associationIdColumn: column,
  timestampColumn: column.nullish(),
  wasActedOnColumn: column.nullish(),
  keepActualsWithoutPredictions,
  user: ignored(z.string().nullish(), READ_ALREADY),
  password: ignored(z.string().nullish(), READ_ALREADY),
  credentials: ignored(z.unknown().optional(), READ_ALREADY),
  credentialId: ignored(z.string().nullish(), READ_ALREADY),
});

const hourText = z.string().max(64).nullish();

export const Deletion = z.strictObject({ modelId: z.string().min(1).max(64), start: hourText, end: hourText });
export const DeletionAccepted = z.strictObject({ statusId: z.string() });
