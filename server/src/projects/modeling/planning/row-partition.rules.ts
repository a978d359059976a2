import type { FieldErrors } from '#platform/http/problem.ts';
import type { FeatureRow } from '../../core/features/feature.store.ts';
import type { RowPartition } from '../../core/partitioning/plan.ts';
import { type Aim, isDatedAim } from '../../core/project/aim.schema.ts';
import type { TargetType } from '../../data/features/target-types.rules.ts';

type Features = ReadonlyMap<string, FeatureRow>;
type Method = 'random' | 'stratified' | 'group' | 'user';

const USUAL = { reps: 5, holdoutPct: 20, validationPct: 16 };
const MOST_PARTS = 100;

/** How rows are partitioned when they are not partitioned by date. */
export function wrongRows(aim: Aim, features: Features): FieldErrors {
  if (isDatedAim(aim))
    return strays(
      aim,
      ['userPartitionCol', 'partitionKeyCols', 'reps', 'validationPct', 'holdoutPct', 'validationType'],
      'datetime',
    );
  const method = aim.cvMethod ?? 'random';
  const errors = { ...wrongShares(aim) };
  if (method !== 'user')
    Object.assign(
      errors,
      strays(aim, ['userPartitionCol', 'trainingLevel', 'validationLevel', 'holdoutLevel', 'cvHoldoutLevel'], method),
    );
  if (method !== 'group') Object.assign(errors, strays(aim, ['partitionKeyCols'], method));
  if (method === 'user') Object.assign(errors, wrongUser(aim, features));
  if (method === 'group') Object.assign(errors, wrongColumn('partitionKeyCols', aim.partitionKeyCols?.[0], features));
  if (
    method === 'stratified' &&
    (aim.unsupervisedMode || features.get(aim.target ?? '')?.profile.uniqueCount === undefined)
  ) {
    Object.assign(errors, { cvMethod: 'stratified needs a target' });
  }
  return errors;
}

function strays(aim: Aim, names: readonly (keyof Aim)[], method: string): FieldErrors {
  const said = names.filter((name) => aim[name] !== undefined);
  return Object.fromEntries(said.map((name) => [name, `${name} cannot go with cvMethod ${method}`]));
}

function wrongShares({
  validationType,
  reps,
  validationPct,
  holdoutPct = USUAL.holdoutPct,
}: Aim): Record<string, string> {
  if (validationType === 'TVH') {
    if (reps !== undefined) return { reps: 'reps is the number of folds; validationType TVH has none' };
    const share = validationPct ?? USUAL.validationPct;
    if (share <= 0) return { validationPct: 'validationPct must be above 0 with validationType TVH' };
    if (share + holdoutPct >= 100) {
      return { validationPct: `validationPct ${share} and holdoutPct ${holdoutPct} leave no rows to learn from` };
    }
  } else if (validationPct !== undefined)
    return { validationPct: 'validationPct goes with validationType TVH; folds are set by reps' };
  return {};
}

function wrongUser(aim: Aim, features: Features): FieldErrors {
  const wrong = wrongColumn('userPartitionCol', aim.userPartitionCol, features);
  if (Object.keys(wrong).length > 0) return wrong;
  if (aim.validationType !== 'TVH') return {};
  const missing = (['trainingLevel', 'validationLevel'] as const).filter((name) => aim[name] === undefined);
  return Object.fromEntries(missing.map((name) => [name, `${name} is required with validationType TVH`]));
}

function wrongColumn(field: string, name: string | undefined, features: Features): FieldErrors {
  if (name === undefined) return { [field]: `${field} is required with this cvMethod` };
  const column = features.get(name);
  if (column === undefined) return { [field]: `The project has no column ${JSON.stringify(name)}` };
  const { uniqueCount, naCount } = column.profile;
  if (naCount > 0) return { [field]: `${name} is missing in ${naCount} rows; every row needs a value` };
  if (uniqueCount < 2) return { [field]: `${name} has one value only, so it cannot share rows out` };
  if (field === 'userPartitionCol' && uniqueCount > MOST_PARTS) {
    return { [field]: `${name} has ${uniqueCount} different values; a partition column has at most ${MOST_PARTS}` };
  }
  return {};
}

/** For aims that passed the rules above. */
export function rowPartitionOf(aim: Aim, type: TargetType): RowPartition {
  const method: Method =
    (aim.cvMethod as Method | undefined) ?? (type === 'Binary' || type === 'Multiclass' ? 'stratified' : 'random');
  const level = (value: string | number | boolean | undefined) => (value === undefined ? undefined : String(value));
  if (method === 'user') {
    const kind = aim.validationType ?? 'CV';
    const holdout = level(kind === 'CV' ? (aim.cvHoldoutLevel ?? aim.holdoutLevel) : aim.holdoutLevel);
    const training = level(aim.trainingLevel);
    const validation = level(aim.validationLevel);
    return {
      method,
      column: aim.userPartitionCol ?? '',
      kind,
      folds: 1,
      ...(training === undefined ? {} : { training }),
      ...(validation === undefined ? {} : { validation }),
      ...(holdout === undefined ? {} : { holdout }),
    };
  }
  const cross = aim.validationType !== 'TVH';
  const shares = {
    folds: cross ? (aim.reps ?? USUAL.reps) : 1,
    validation: (aim.validationPct ?? USUAL.validationPct) / 100,
    holdout: (aim.holdoutPct ?? USUAL.holdoutPct) / 100,
  };
  return method === 'group' ? { method, column: aim.partitionKeyCols?.[0] ?? '', ...shares } : { method, ...shares };
}
