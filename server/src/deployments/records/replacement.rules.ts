import type { DeploymentRow, ModelPackageRow } from '../deployments.tables.ts';
import type { ManifestColumn, ManifestTarget, ModelManifest } from '../model-manifest.ts';

export type CheckStatus = 'passing' | 'warning' | 'failing';
export interface Check {
  readonly status: CheckStatus;
  readonly message: string;
}

/** What a replacement is checked against. */
export interface Candidate {
  readonly packageId: string | null;
  readonly modelId: string;
  readonly target: ManifestTarget;
  /** Null while it is not known. */
  readonly series: boolean | null;
  readonly external: boolean;
  readonly archived: boolean;
  readonly build: ModelPackageRow['build_status'];
  /** Unknown while it is not built, and where the model answers elsewhere. */
  readonly columns: readonly ManifestColumn[] | null;
  readonly plan: ModelManifest['plan'] | null;
}

export const candidateOf = (row: ModelPackageRow): Candidate => ({
  packageId: row.id,
  modelId: row.model_id,
  target: row.target,
  series: row.bundle === null ? null : row.bundle.plan.kind === 'series',
  external: row.execution_type === 'external',
  archived: row.is_archived,
  build: row.build_status,
  columns: row.bundle?.columns ?? null,
  plan: row.bundle?.plan ?? null,
});

const passing = (message: string): Check => ({ status: 'passing', message });
const failing = (message: string): Check => ({ status: 'failing', message });
const warning = (message: string): Check => ({ status: 'warning', message });
const when = (fine: boolean, yes: string, no: string): Check => (fine ? passing(yes) : failing(no));

type Checked = Pick<DeploymentRow, 'settings'>;

/** Every question that clients know, answered. */
export function replacementChecks(
  now: Candidate,
  next: Candidate,
  { settings }: Checked,
): Readonly<Record<string, Check>> {
  const kind = (series: boolean | null) => (series ? 'a time series model' : 'a model of rows');
  const { target } = next;
  return {
    permission: passing('You may replace the model'),
    notCurrentModel: when(
      next.packageId !== now.packageId && next.modelId !== now.modelId,
      'The model is another one',
      'The deployment serves this model already',
    ),
    modelCanBeDeployed: when(!next.archived, 'The model can be deployed', 'The version is archived'),
    modelStatus: when(next.build !== 'failed', 'The model is ready', 'The version could not be built'),
    predictionReady:
      next.build === 'inProgress' ? warning('The version is still being built') : passing('It can answer'),
    supported: when(
      next.external === now.external,
      'Models of this kind can be replaced',
      next.external ? 'The model answers elsewhere, and the current one here' : 'The current model answers elsewhere',
    ),
    target: when(
      target.name === now.target.name,
      'The models predict the same',
      `The model predicts ${quoteCell(target.name)}, the current one ${quoteCell(now.target.name)}`,
    ),
    targetType: when(
      target.type === now.target.type,
      'The targets are of the same type',
      `The target is ${target.type}, that of the current model ${now.target.type}`,
    ),
    targetClasses: when(
      sameSet(target.classes, now.target.classes),
      'The classes are the same',
      `The classes are ${listNames(target.classes)}, those of the current model ${listNames(now.target.classes)}`,
    ),
    seriesType: when(
      next.series === null || now.series === null || next.series === now.series,
      'Both are of the same kind',
      `This is ${kind(next.series)}, the current one ${kind(now.series)}`,
    ),
    timeSeriesCompatibility: sameTime(now, next),
    features: sameFeatures(now, next),
    featureDataTypes: sameTypes(now, next),
    containsTrackedSegmentAttributes: trackedSegments(next, settings.segmentAnalysis),
    predictionIntervals: passing('Prediction intervals stay as they are set'),
    driftTracking: passing('Drift is tracked against the new model from now on'),
    humilityRules: passing('No humility rules are set'),
    validChallenger: passing('The model can be compared with the current one'),
    combinedModelSegments: passing('The model is not combined of segments'),
  };
}

export function verdict(checks: Readonly<Record<string, Check>>): Check {
  const all = Object.values(checks);
  const worst = all.find(({ status }) => status === 'failing') ?? all.find(({ status }) => status === 'warning');
  if (worst === undefined) return passing('The model can replace the current one.');
  const more = all.filter(({ status }) => status === worst.status).length - 1;
  const others = more > 0 ? ` (and ${more} more)` : '';
  return worst.status === 'failing'
    ? failing(`The model cannot replace the current one: ${worst.message}${others}.`)
    : warning(`The model can replace the current one, but: ${worst.message}${others}.`);
}

const quoteCell = (name: string | null): string => (name === null ? 'anomalies' : `"${name}"`);
const listNames = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ') || 'none';
function sameSet(one: readonly string[], other: readonly string[]): boolean {
  const known = new Set(other);
  return one.length === other.length && one.every((name) => known.has(name));
}

function sameTime(now: Candidate, next: Candidate): Check {
  if (now.plan?.kind !== 'series' || next.plan?.kind !== 'series') return passing('No forecast windows to compare');
  const [before, after] = [now.plan.panel, next.plan.panel];
  if (before.dateColumn !== after.dateColumn)
    return failing(`Time is in "${after.dateColumn}", for the current model in "${before.dateColumn}"`);
  const series = (panel: typeof before) => listNames(panel.idColumns);
  if (series(before) !== series(after))
    return failing(`Series are told apart by ${series(after)}, for the current model by ${series(before)}`);
  return passing('Time and series are in the same columns');
}

function sameFeatures(now: Candidate, next: Candidate): Check {
  if (now.columns === null || next.columns === null) return passing('The features are not known');
  const known = new Set(now.columns.map(({ name }) => name));
  const missing = next.columns.filter(({ name, needed }) => needed && !known.has(name)).map(({ name }) => name);
  if (missing.length === 0) return passing('Requests hold every feature the model needs');
  return warning(`Requests must also hold ${listNames(missing.slice(0, 10))}`);
}

function sameTypes(now: Candidate, next: Candidate): Check {
  const types = new Map(now.columns?.map(({ name, featureType }) => [name, featureType]));
  const other = next.columns?.find(({ name, featureType }) => (types.get(name) ?? featureType) !== featureType);
  if (other === undefined) return passing('Features are of the same types');
  return warning(`"${other.name}" is ${other.featureType}, for the current model ${types.get(other.name)}`);
}

function trackedSegments(next: Candidate, { enabled, attributes }: Checked['settings']['segmentAnalysis']): Check {
  const columns = next.columns && new Set(next.columns.map(({ name }) => name));
  const missing = enabled && columns ? attributes.find((name) => !columns.has(name)) : undefined;
  if (missing === undefined) return passing('Tracked segments are features of the model');
  return failing(`Segments of "${missing}" are tracked, and the model has no such feature`);
}
