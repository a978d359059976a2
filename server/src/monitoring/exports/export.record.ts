import type { z } from 'zod';
import type { ActualsExport, PredictionsExport, TrainingExport } from './export.schema.ts';
import type { SeenExport } from './export.store.ts';

const common = (row: SeenExport) => ({
  id: row.id,
  modelId: row.model_id,
  createdAt: row.created_at.toISOString(),
  createdBy: { id: row.created_by },
});

/** The dataset is told when it can be read. */
const datasetOf = ({ state, dataset_id, dataset_name }: SeenExport) =>
  state === 'SUCCEEDED' && dataset_id !== null ? { id: dataset_id, name: dataset_name ?? '' } : null;

function periodRecord(row: SeenExport) {
  const dataset = datasetOf(row);
  const failed = row.state === 'FAILED' || row.state === 'CANCELLED';
  return {
    ...common(row),
    period: {
      start: (row.period_start ?? row.created_at).toISOString(),
      end: (row.period_end ?? row.created_at).toISOString(),
    },
    status: row.state,
    error: failed ? { message: row.why ?? 'The export was not finished. Ask for it again.' } : null,
    data: dataset === null ? null : [dataset],
  };
}

/** `names`: of batches that still exist. */
export function toPredictionsExport(
  row: SeenExport,
  names: ReadonlyMap<string, string>,
): z.output<typeof PredictionsExport> {
  const data = (row.batch_ids ?? []).map((id) => ({ id, name: names.get(id) ?? 'A deleted batch' }));
  const [first] = data;
  const batches = first === undefined ? null : { batchId: first.id, batchName: first.name, data };
  return { ...periodRecord(row), batches };
}

export const toActualsExport = (row: SeenExport): z.output<typeof ActualsExport> => ({
  ...periodRecord(row),
  onlyMatchedPredictions: row.only_matched,
});

export function toTrainingExport(row: SeenExport): z.output<typeof TrainingExport> {
  const data = datasetOf(row);
  return { ...common(row), modelPackageId: row.package_id, datasetId: data?.id ?? null, data };
}
