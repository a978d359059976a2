import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { BatchJob, jobShape } from '../jobs/batch-job.schema.ts';
import { CsvSettings } from '../jobs/batch-spec.schema.ts';
import { Intake } from '../jobs/places.schema.ts';

const column = z.string().min(1).max(10_000);

/** Where in the rows the predictions stand: one column, or one for each class. */
const PredictionColumns = z.union([
  column,
  z
    .array(z.strictObject({ className: z.string(), columnName: column }))
    .min(1)
    .max(1000),
]);

const MonitoringColumns = z.strictObject({
  predictionsColumns: PredictionColumns.nullish(),
  associationIdColumn: column.nullish(),
  reportDrift: z.boolean().default(true),
  reportPredictions: z.boolean().default(true),
  uniqueRowIdentifierColumns: ignored(
    z.array(column).max(100).nullish(),
    'Rows are not marked as monitored where they came from',
  ),
  actualsValueColumn: column.nullish(),
  actualsTimestampColumn: column.nullish(),
  actedUponColumn: column.nullish(),
  monitoredStatusColumn: column.nullish(),
});

const monitoringShape = {
  deploymentId: z.string().min(1).max(200),
  intakeSettings: Intake.default({ type: 'localFile', multipart: false, async: true }),
  csvSettings: CsvSettings.default({ delimiter: ',', quotechar: '"', encoding: 'utf-8' }),
  monitoringColumns: MonitoringColumns,
  monitoringOutputSettings: z.unknown().optional(),
  monitoringAggregation: z
    .strictObject({
      retentionPolicy: z.enum(['samples', 'percentage']).nullish(),
      retentionValue: ignored(z.number().min(0).nullish(), 'Every row is monitored, none is sampled', [0]),
    })
    .nullish(),
  monitoringBatchPrefix: z.string().max(200).nullish(),
  numConcurrent: z.int().min(1).max(1024).nullish(),
  chunkSize: z.union([z.enum(['auto', 'fixed', 'dynamic']), z.int().min(20).max(41_943_040)]).default('auto'),
} as const;

const ACTUALS = ['actualsValueColumn', 'actualsTimestampColumn', 'actedUponColumn', 'monitoredStatusColumn'] as const;

type Sent = z.output<z.ZodObject<typeof monitoringShape>>;

/** What a monitoring job elsewhere does and this one does not is refused by its name. */
function checkMonitoring(spec: Sent, context: z.RefinementCtx): void {
  const wrong = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  const { monitoringColumns: columns, monitoringOutputSettings, monitoringAggregation } = spec;
  for (const field of ACTUALS) {
    if (columns[field] != null) {
      wrong(['monitoringColumns', field], 'Actuals are sent to deployments/{id}/actuals/fromDataset/; leave it out');
    }
  }
  if (columns.predictionsColumns == null) {
    wrong(['monitoringColumns', 'predictionsColumns'], 'A monitoring job reads predictions; name their column');
  }
  if (monitoringOutputSettings != null) {
    wrong(['monitoringOutputSettings'], 'Rows are not marked as monitored where they came from; leave it out');
  }
  if (monitoringAggregation?.retentionPolicy != null) {
    wrong(['monitoringAggregation'], 'Every row is watched here, none is sampled; leave it out');
  }
}

export const MonitoringJobCreate = z.strictObject(monitoringShape).superRefine(checkMonitoring);
export type MonitoringJobCreate = z.output<typeof MonitoringJobCreate>;

export interface MonitoringSpec extends Omit<MonitoringJobCreate, 'numConcurrent'> {
  readonly numConcurrent: number;
}

const { monitoringOutputSettings: _, ...echoed } = monitoringShape;
const MonitoringJobSpec = z.strictObject({
  ...echoed,
  intakeSettings: z.looseObject({ type: z.string() }),
  numConcurrent: z.int(),
});

export const MonitoringJob = z.strictObject({
  ...jobShape,
  jobSpec: MonitoringJobSpec,
  batchMonitoringJobDefinition: z.null(),
});

export const AnyJob = z.union([BatchJob, MonitoringJob]);
