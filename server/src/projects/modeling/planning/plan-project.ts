import { type CalendarEvent, EngineProblem, MODES } from '@almanac/engine';
import { type FeatureRow, type NewFeature, toNewFeature, UNMEASURED } from '../../core/features/feature.store.ts';
import { type CountedList, type FeatureListRow, platformList } from '../../core/features/feature-list.store.ts';
import { blueprintId, supportsIncremental, toBlueprintRow } from '../../core/models/blueprint.rules.ts';
import { SYNTHETIC_AUC } from '../../core/models/metrics.rules.ts';
import type { BlueprintRow, Recipe } from '../../core/models/model.tables.ts';
import type { ProjectPlan, RowCounts, RowPartition, TablePlan } from '../../core/partitioning/plan.ts';
import { type Aim, isDatedAim } from '../../core/project/aim.schema.ts';
import type { ProjectRow } from '../../core/project/project.store.ts';
import { TASKS, type TargetType } from '../../data/features/target-types.rules.ts';
import type { DetectionRow } from '../../data/multiseries/multiseries.store.ts';
import type { EngineThread } from '../../engine/engine-pool.ts';
import { timeSpans } from './backtests.rules.ts';
import { partitionRequest, toPlanTask } from './plan-request.rules.ts';
import { rowPartitionOf } from './row-partition.rules.ts';
import { chosenType, usualMetric } from './target.rules.ts';
import { stepOfData } from './time.rules.ts';

/** A project on rows: classes, folds or stretches of time, and what models see: the columns themselves. */
export async function planTable(thread: EngineThread, project: ProjectRow, question: PlanInput): Promise<Planned> {
  const { aim, list, features } = question;
  const target = features.find(({ name }) => name === aim.target);
  const targetType: TargetType = target === undefined ? 'Anomaly' : (chosenType(aim, target) ?? 'Regression');
  const classes = target === undefined || targetType === 'Regression' ? [] : await classesOf(thread, aim, target);
  const first: TablePlan = {
    kind: 'table',
    task: TASKS[targetType],
    ...(aim.target === undefined ? {} : { target: aim.target }),
    classes,
    ...(aim.weights === undefined ? {} : { weights: aim.weights }),
    ignore: hiddenColumns(aim),
    partition: isDatedAim(aim) ? await datedPartition(thread, aim) : rowPartitionOf(aim, targetType),
    rowCounts: {},
    totalRows: 0,
    seed: aim.seed ?? 0,
  };
  const named = new Set(list.features);
  const ignore = features.map(({ name }) => name).filter((name) => !named.has(name));
  const byMode = new Map<string, Awaited<ReturnType<typeof listed>>['blueprints']>();
  const listed = (mode: (typeof RUN_MODES)[number]) => thread.ask('listTable', { job: { plan: first, ignore }, mode });
  let totalRows = 0;
  let parts: RowCounts = {};
  for (const mode of RUN_MODES) {
    const found = await listed(mode);
    const only = aim.incrementalLearningOnlyMode ?? false;
    byMode.set(mode, only ? found.blueprints.filter(supportsIncremental) : found.blueprints);
    parts = found.parts;
    totalRows = found.rows;
  }
  refuseEmpty(parts);
  const plan = { ...first, partition: withFoldCount(first.partition, parts), rowCounts: parts, totalRows };
  const measured = await thread.ask('tableImportance', { plan, ignore: [] });
  const importance = new Map(measured.map((one) => [one.name, one.importance]));
  if (aim.target !== undefined) importance.set(aim.target, 1);
  return {
    plan,
    targetType,
    metric: targetType === 'Anomaly' ? SYNTHETIC_AUC : usualMetric(targetType, aim),
    blueprints: blueprintsOf(project.id, byMode),
    modelingFeatures: features.map((row) => ({ ...toNewFeature(row), importance: importance.get(row.name) ?? null })),
    importance,
    series: [],
    lists: [],
    list,
  };
}

/** For two classes the positive one comes second: `positiveClass`, else the later value (1, true, yes). */
async function classesOf(thread: EngineThread, aim: Aim, target: FeatureRow): Promise<string[]> {
  const values = (await thread.ask('valuesOf', { name: target.name })).map(({ value }) => value);
  if (aim.positiveClass === undefined || values.length !== 2) return values;
  const positive = String(aim.positiveClass);
  if (!values.includes(positive)) {
    throw new EngineProblem(
      'aim.positive_class',
      `positiveClass ${JSON.stringify(aim.positiveClass)} is not a value of ${target.name}. It has: ${values.join(', ')}.`,
      { column: 'positiveClass' },
    );
  }
  return [...values.filter((value) => value !== positive), positive];
}

/** Columns that leak the target, or only say how rows are partitioned. */
function hiddenColumns(aim: Aim): string[] {
  const names = [aim.target, aim.weights, aim.userPartitionCol, aim.datetimePartitionColumn];
  return names.filter((name) => name !== undefined);
}

async function datedPartition(thread: EngineThread, aim: Aim): Promise<RowPartition> {
  const column = aim.datetimePartitionColumn ?? '';
  const range = await thread.ask('timeRange', { name: column });
  return { method: 'datetime', column, ...timeSpans(partitionRequest(aim), range) };
}

const withFoldCount = (partition: RowPartition, parts: Readonly<Record<string, unknown>>): RowPartition =>
  partition.method === 'user'
    ? { ...partition, folds: Object.keys(parts).filter((name) => name !== 'holdout').length }
    : partition;

function refuseEmpty(parts: RowCounts): void {
  for (const [name, { training, validation }] of Object.entries(parts)) {
    if (training > 1 && validation > 0) continue;
    throw new EngineProblem(
      'aim.empty_part',
      `${name} has ${training} training rows and ${validation} validation rows. Use fewer parts, or more rows.`,
    );
  }
}

const DERIVED = 'Time Series Informative Features';
const EXTRACTED = 'Time Series Extracted Features';

export interface Calendar {
  readonly events: readonly CalendarEvent[];
  readonly eventsKey?: string;
}

interface SeriesPlanInput extends PlanInput {
  readonly detections: readonly DetectionRow[];
  readonly calendar: Calendar;
}

/** A forecasting project: windows and backtests on the grid of its data, and the features models derive. */
export async function planTime(
  { ask }: EngineThread,
  project: ProjectRow,
  { aim, list, features, detections, calendar }: SeriesPlanInput,
): Promise<Planned> {
  const step = stepOfData(aim, features, detections);
  const planned = await ask('planSeries', toPlanTask(aim, features, new Set(list.features), step));
  const { eventsKey, events } = calendar;
  const plan = eventsKey === undefined ? planned.plan : { ...planned.plan, eventsKey };
  const job = { plan, ignore: [], events };
  const byMode = new Map<string, Awaited<ReturnType<typeof listed>>>();
  const listed = (mode: (typeof RUN_MODES)[number]) => ask('listSeries', { job, mode });
  const only = aim.incrementalLearningOnlyMode ?? false;
  for (const mode of RUN_MODES)
    byMode.set(
      mode,
      (await listed(mode)).filter((one) => fits(one, aim.differencingMethod) && (!only || supportsIncremental(one))),
    );
  const derived = await ask('derivedFeatures', job);
  const measured = new Map((await ask('seriesImportance', job)).map((one) => [one.name, one.importance]));
  const names = [...new Set(derived.map((feature) => feature.name))];
  const own = (name: string, description: string) =>
    platformList(project, 'modeling', name, description, names, project.created_at);
  const informative = own(DERIVED, 'Features derived from the past that models use');
  return {
    plan,
    targetType: 'Regression',
    metric: usualMetric('Regression', aim),
    blueprints: blueprintsOf(project.id, byMode),
    modelingFeatures: derived.map(({ name, parent }, number) => ({
      number,
      name,
      featureType: 'Numeric',
      profile: UNMEASURED,
      parents: [parent],
      importance: measured.get(name) ?? null,
    })),
    importance: ofColumns(derived, measured, aim.target),
    series: planned.series,
    lists: [informative, own(EXTRACTED, 'Every feature that was derived from the past')],
    list: informative,
  };
}

/** The importance of a column is that of its most important derived feature. */
function ofColumns(
  derived: readonly { readonly name: string; readonly parent: string }[],
  measured: ReadonlyMap<string, number>,
  target: string | undefined,
): Map<string, number> {
  const best = new Map<string, number>();
  for (const { name, parent } of derived) {
    best.set(parent, Math.max(best.get(parent) ?? 0, measured.get(name) ?? 0));
  }
  return target === undefined ? best : best.set(target, 1);
}

/** Without differencing, models that learn changes have no place. */
const fits = (
  recipe: { readonly kind: string; readonly scaling?: string },
  differencing: string | undefined,
): boolean => differencing !== 'none' || !(recipe.scaling ?? '').endsWith('change');

interface PlanInput {
  readonly aim: Aim;
  readonly list: CountedList;
  readonly features: readonly FeatureRow[];
}

export interface Planned {
  readonly plan: ProjectPlan;
  readonly targetType: TargetType;
  readonly metric: string;
  readonly blueprints: readonly BlueprintRow[];
  readonly modelingFeatures: readonly NewFeature[];
  readonly importance: ReadonlyMap<string, number>;
  readonly series: readonly string[];
  /** Lists to be made, and the one the first run uses. */
  readonly lists: readonly FeatureListRow[];
  readonly list: FeatureListRow;
}

type RunMode = Exclude<(typeof MODES)[number], 'manual'>;
const RUN_MODES = MODES.filter((mode): mode is RunMode => mode !== 'manual');

/** One row a recipe, with every mode that begins with it. */
function blueprintsOf(projectId: string, byMode: ReadonlyMap<string, readonly Recipe[]>): BlueprintRow[] {
  const modesOf = new Map<string, { recipe: Recipe; modes: string[] }>();
  for (const [mode, recipes] of byMode) {
    for (const recipe of recipes) {
      const known = modesOf.get(blueprintId(recipe));
      if (known === undefined) modesOf.set(blueprintId(recipe), { recipe, modes: [mode] });
      else known.modes.push(mode);
    }
  }
  return [...modesOf.values()].map(({ recipe, modes }, number) => toBlueprintRow(projectId, recipe, number, modes));
}
