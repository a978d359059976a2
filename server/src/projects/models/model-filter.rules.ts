import type { z } from 'zod';
import type { ModelRow } from '../core/models/model.tables.ts';
import type { ModelRecordQuery } from './model.schema.ts';

type Query = z.output<typeof ModelRecordQuery>;

const LABELS: Readonly<Record<string, (row: ModelRow) => boolean>> = {
  starred: (row) => row.is_starred,
  'prepared for deployment': (row) => row.prepared_for_deployment,
};

/** What no model has yet is true of none. */
const CHARACTERISTICS: Readonly<Record<string, (row: ModelRow) => boolean>> = {
  frozen: (row) => row.is_frozen,
};

/** How a stretch of training data is written in a filter. */
function trainingTexts({ training, training_row_count: rows }: ModelRow): string[] {
  const dated = training.method === 'selectedDateRange' ? ['start/end date'] : [];
  const settings = training.method === 'duration' ? ['project settings'] : [];
  return [rows === null ? '' : String(rows), (training.duration ?? '').toLowerCase(), ...dated, ...settings];
}

/** Lists of ids and families take any of them; labels and characteristics must all hold. */
export function fitsQuery(row: ModelRow, query: Query): boolean {
  const { searchTerm, featurelists, blueprints, families, labels, characteristics, trainingFilters, numberOfClusters } =
    query;
  const text = [row.model_type, ...row.processes].join('\n').toLowerCase();
  return (
    (searchTerm === undefined || text.includes(searchTerm.toLowerCase())) &&
    any(featurelists, [row.featurelist_id, row.featurelist_name]) &&
    any(blueprints, [row.blueprint_id]) &&
    any(families, [row.family]) &&
    all(labels, LABELS, row) &&
    all(characteristics, CHARACTERISTICS, row) &&
    any(
      trainingFilters?.map((one) => one.toLowerCase()),
      trainingTexts(row),
    ) &&
    (numberOfClusters === undefined || numberOfClusters.length === 0)
  );
}

const any = (asked: readonly string[] | undefined, has: readonly (string | null)[]): boolean =>
  asked === undefined || asked.length === 0 || asked.some((one) => has.includes(one));

const all = (
  asked: readonly string[] | undefined,
  rules: Readonly<Record<string, (row: ModelRow) => boolean>>,
  row: ModelRow,
): boolean => (asked ?? []).every((one) => Object.hasOwn(rules, one) && rules[one]?.(row) === true);
