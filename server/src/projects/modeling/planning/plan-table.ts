import { EngineProblem } from '@almanac/engine';
import type { FeatureRow } from '../../core/features/feature.tables.ts';
import { supportsIncremental } from '../../core/models/blueprint.rules.ts';
import { SYNTHETIC_AUC } from '../../core/models/metrics.rules.ts';
import type { RowPartition, TablePlan } from '../../core/partitioning/plan.ts';
import { isDatedAim } from '../../core/project/aim.rules.ts';
import type { Aim } from '../../core/project/aim.schema.ts';
import type { ProjectRow } from '../../core/project/project.tables.ts';
import { TASKS, type TargetType } from '../../data/features/metric-choices.ts';
import type { EngineThread } from '../../engine/engine-pool.ts';
import { partWishes } from './partition-request.ts';
import { blueprintsOf, type Planned, type Question, RUN_MODES } from './planned.ts';
import { rowPartitionOf } from './rows.rules.ts';
import { chosenType, usualMetric } from './target.rules.ts';
import { timeSpans } from './time-spans.rules.ts';

/** A project on rows: classes, folds or stretches of time, and what models see: the columns themselves. */
export async function planTable(thread: EngineThread, project: ProjectRow, question: Question): Promise<Planned> {
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
    ignore: unseen(aim),
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
  let parts: Readonly<Record<string, { training: number; validation: number }>> = {};
  for (const mode of RUN_MODES) {
    const found = await listed(mode);
    const only = aim.incrementalLearningOnlyMode ?? false;
    byMode.set(mode, only ? found.blueprints.filter(supportsIncremental) : found.blueprints);
    parts = found.parts;
    totalRows = found.rows;
  }
  refuseEmpty(parts);
  const plan = { ...first, partition: counted(first.partition, parts), rowCounts: parts, totalRows };
  const measured = await thread.ask('tableImportance', { plan, ignore: [] });
  const importance = new Map(measured.map((one) => [one.name, one.importance]));
  if (aim.target !== undefined) importance.set(aim.target, 1);
  return {
    plan,
    targetType,
    metric: targetType === 'Anomaly' ? SYNTHETIC_AUC : usualMetric(targetType, aim),
    blueprints: blueprintsOf(project.id, byMode),
    modelingFeatures: features.map(({ number, name, feature_type, profile, parent_names }) => ({
      number,
      name,
      featureType: feature_type,
      profile,
      parents: parent_names,
      importance: importance.get(name) ?? null,
    })),
    importance,
    series: [],
    lists: [],
    list,
  };
}

/** For two classes the positive one comes second: as asked for, else the later value (1, true, yes). */
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

/** What would give the answer away, or only says how rows are shared out. */
function unseen(aim: Aim): string[] {
  const names = [aim.target, aim.weights, aim.userPartitionCol, aim.datetimePartitionColumn];
  return names.filter((name) => name !== undefined);
}

async function datedPartition(thread: EngineThread, aim: Aim): Promise<RowPartition> {
  const column = aim.datetimePartitionColumn ?? '';
  const range = await thread.ask('timeRange', { name: column });
  return { method: 'datetime', column, ...timeSpans(partWishes(aim), range) };
}

const counted = (partition: RowPartition, parts: Readonly<Record<string, unknown>>): RowPartition =>
  partition.method === 'user'
    ? { ...partition, folds: Object.keys(parts).filter((name) => name !== 'holdout').length }
    : partition;

function refuseEmpty(parts: Readonly<Record<string, { training: number; validation: number }>>): void {
  for (const [name, { training, validation }] of Object.entries(parts)) {
    if (training > 1 && validation > 0) continue;
    throw new EngineProblem(
      'aim.empty_part',
      `${name} has ${training} rows to learn from and ${validation} to judge. Use fewer parts, or more rows.`,
    );
  }
}
