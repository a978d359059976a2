import type { CalendarEvent } from '@almanac/engine';
import { newId } from '#platform/ids.ts';
import { UNMEASURED } from '../../core/features/feature-profile.ts';
import { supportsIncremental } from '../../core/models/blueprint.rules.ts';
import type { ProjectRow } from '../../core/project/project.tables.ts';
import type { DetectionRow } from '../../data/multiseries/multiseries.tables.ts';
import type { EngineThread } from '../../engine/engine-pool.ts';
import { seriesQuestion } from './partition-request.ts';
import { blueprintsOf, type Planned, type Question, RUN_MODES } from './planned.ts';
import { usualMetric } from './target.rules.ts';
import { detectionOf } from './time.rules.ts';

export const DERIVED = 'Time Series Informative Features';
const EXTRACTED = 'Time Series Extracted Features';

export interface Calendar {
  readonly events: readonly CalendarEvent[];
  /** Where they are kept for the models. */
  readonly eventsKey?: string;
}

interface TimeQuestion extends Question {
  readonly detections: readonly DetectionRow[];
  readonly calendar: Calendar;
}

/** A forecasting project: windows and backtests on the grid of its data, and the features models derive. */
export async function planTime(
  { ask }: EngineThread,
  project: ProjectRow,
  { aim, list, features, detections, calendar }: TimeQuestion,
): Promise<Planned> {
  const found = detectionOf(aim, detections);
  const profile = features.find(({ name }) => name === aim.datetimePartitionColumn)?.profile;
  const step = {
    unit: found?.time_unit ?? profile?.timeUnit ?? null,
    step: found?.time_step ?? profile?.timeStep ?? 1,
  };
  const planned = await ask('planSeries', seriesQuestion(aim, features, new Set(list.features), step));
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
  const now = new Date(project.created_at);
  const own = (name: string, description: string) => ({
    id: newId(now),
    project_id: project.id,
    kind: 'modeling' as const,
    name,
    description,
    features: [...new Set(derived.map((feature) => feature.name))],
    is_user_created: false,
    created_by: project.created_by,
    created_at: now,
  });
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

/** A column is as important as the most important feature that is made of it. */
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
