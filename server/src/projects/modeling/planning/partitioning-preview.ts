import { EngineProblem, gridIndex, type TimeGrid, type TimeUnit, timeOf, windowsOnGrid } from '@almanac/engine';
import type { Ctx } from '#platform/context.ts';
import { catalogue, invalidFields, Problem, refuse, unprocessable } from '#platform/http/problem.ts';
import { type FeatureRow, featureStore } from '../../core/features/feature.store.ts';
import { isDated, type ProjectPlan } from '../../core/partitioning/plan.ts';
import { spansOf, toSpan } from '../../core/partitioning/training-data.ts';
import { type Aim, type PartitioningBody, present } from '../../core/project/aim.schema.ts';
import { getProjectOrThrow, ProjectProblems } from '../../core/project/get-project.ts';
import { getCalendarOrThrow } from '../../data/calendars/calendar.kind.ts';
import { type DetectionRow, multiseriesStore } from '../../data/multiseries/multiseries.store.ts';
import { seriesParts, timeSpans } from './backtests.rules.ts';
import { type LaidOut, toPartitioning } from './partitioning.record.ts';
import { partitionRequest, toPlanTask } from './plan-request.rules.ts';
import { detectionOf, wrongTime } from './time.rules.ts';
import { unsupportedFields } from './unsupported.rules.ts';

const PartitioningProblems = catalogue({
  notDated: unprocessable(
    'projects.not_partitioned_by_date',
    () => 'The project is not partitioned by date, or has no target yet. Preview a partitioning with POST.',
  ),
});

/** How an aim with these fields would share the past out. Told from the profile of the data: nothing is read. */
export async function previewPartitioning(ctx: Ctx, projectId: string, body: PartitioningBody) {
  const { aim, rows, date, detections } = await requestedFields(ctx, projectId, body);
  const laid = asFieldError(() =>
    aim.useTimeSeries ? seriesPreview(aim, rows, date, detections) : rowsPreview(aim, date),
  );
  return toPartitioning(projectId, aim, date.profile.dateFormat ?? '%Y-%m-%d', laid);
}

/** The checked request of a partitioning; only what needs the data is not checked yet. */
export async function requestedFields(ctx: Ctx, projectId: string, body: PartitioningBody) {
  const project = await getProjectOrThrow(ctx, projectId, 'read');
  if (project.stage === 'eda') refuse(ProjectProblems.stillReading);
  const aim: Aim = { ...present(body), cvMethod: 'datetime' };
  if (aim.calendarId !== undefined) await getCalendarOrThrow(ctx, aim.calendarId, 'read');
  const rows = await featureStore(ctx.db.queries).list(projectId);
  const features = new Map(rows.map((row) => [row.name, row]));
  const detections = await multiseriesStore(ctx.db.queries).detections(projectId, aim.datetimePartitionColumn ?? '');
  const named = {
    datetimePartitioningId: 'An aim may name a partitioning, another partitioning may not. Leave it out',
  };
  const errors = {
    ...(aim.datetimePartitioningId === undefined ? {} : named),
    ...unsupportedFields(aim),
    ...wrongTime(aim, { features, detections }),
  };
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const date = features.get(aim.datetimePartitionColumn ?? '') as FeatureRow;
  return { aim, rows, features, date, detections };
}

const moment = (value: number | string | null): number =>
  typeof value === 'number'
    ? value
    : Date.parse(/[zZ]|[+-]\d\d:\d\d$/.test(value ?? '') || !value?.includes('T') ? (value ?? '') : `${value}Z`);

function seriesPreview(
  aim: Aim,
  features: readonly FeatureRow[],
  date: FeatureRow,
  detections: readonly DetectionRow[],
): LaidOut {
  const found = detectionOf(aim, detections);
  const unit = (found?.time_unit ?? date.profile.timeUnit ?? 'DAY') as TimeUnit;
  const step = found?.time_step ?? date.profile.timeStep ?? 1;
  const question = toPlanTask(aim, features, new Set(), { unit, step });
  const byRows = question.panel.basis === 'rows';
  const grid: TimeGrid = { unit: unit === 'ROW' ? 'DAY' : unit, step, anchor: moment(date.profile.min) };
  const { unit: basis, derivationStart, ...ends } = question.windows;
  const start = derivationStart ?? ends.derivationEnd - 35 * step;
  const windows = windowsOnGrid(
    { unit: byRows ? 'ROW' : (basis ?? grid.unit), derivationStart: start, ...ends },
    byRows ? { ...grid, unit: 'ROW', step: 1 } : grid,
  );
  const last = Math.max(0, Math.floor(gridIndex(grid, moment(date.profile.max)) + 1e-9));
  const typicalLength = Math.max(
    1,
    Math.min(last + 1, Math.floor(date.profile.rowCount / Math.max(1, found?.series ?? 1))),
  );
  const axis = { first: 0, last, typicalLength, timeOf: (cell: number) => timeOf(grid, cell) };
  const spans = seriesParts(question.parts, windows, axis).parts.map((part) => toSpan(axis, part));
  const holdout = spans.find(({ name }) => name === 'holdout');
  return {
    first: axis.timeOf(0),
    backtests: spans.filter(({ name }) => name !== 'holdout'),
    ...(holdout === undefined ? {} : { holdout }),
    windows: { of: windows, unit: byRows ? 'ROW' : grid.unit, step: byRows ? 1 : step },
  };
}

function rowsPreview(aim: Aim, date: FeatureRow): LaidOut {
  const range = { first: moment(date.profile.min), last: moment(date.profile.max) };
  return { first: range.first, windows: null, ...timeSpans(partitionRequest(aim), range) };
}

/** How the past was shared out, with the rows of every part. */
export async function getPartitioning(ctx: Ctx, projectId: string) {
  const { plan, aim, stage } = await getProjectOrThrow(ctx, projectId, 'read');
  if (stage !== 'modeling' || plan === null || aim === null) refuse(PartitioningProblems.notDated);
  const date = await featureStore(ctx.db.queries).byName(projectId, aim.datetimePartitionColumn ?? '');
  return partitioningOf(projectId, aim, date?.profile.dateFormat ?? '%Y-%m-%d', plan);
}

/** The record of a plan that was made from the data. */
export function partitioningOf(projectId: string, aim: Aim, dateFormat: string, plan: ProjectPlan) {
  if (!isDated(plan)) refuse(PartitioningProblems.notDated);
  const spans = spansOf(plan);
  const backtests = spans.filter(({ name }) => name !== 'holdout');
  const holdout = spans.find(({ name }) => name === 'holdout');
  const series = plan.kind === 'series' ? plan : null;
  return toPartitioning(projectId, aim, dateFormat, {
    first: series ? timeOf(series.grid, series.firstCell) : Math.min(...backtests.map(({ trainStart }) => trainStart)),
    backtests,
    ...(holdout === undefined ? {} : { holdout }),
    windows: series && { of: series.windows, unit: series.grid.unit, step: series.grid.step },
    rows: plan.rowCounts,
    totalRows: plan.totalRows,
  });
}

/** An engine refusal as a field error where it names the field. */
function asFieldError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof EngineProblem)) throw error;
    throw error.column === undefined
      ? new Problem(422, error.code, error.message)
      : invalidFields({ [error.column]: error.message });
  }
}
