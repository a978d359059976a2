import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { partNames } from '../../core/partitioning/plan.ts';
import type { AccuracyMetadataQuery } from './plot.schema.ts';
import { resolutionsOf, validationOf } from './plot-window.ts';
import { requireDistances, requireSeriesPlan } from './read-plots.ts';
import { getTimedModelOrThrow, type TimedModel } from './timed-model.ts';

type Status = 'completed' | 'notCompleted' | 'notSupported' | 'insufficientData';
const NEVER = { startDate: null, endDate: null };

/** Models are not plotted over what they learned from, and a locked holdout is not spoken of. */
function statusOf({ plan, project, parts, computed }: TimedModel, part: string, everyMoment: boolean): Status {
  const { judged, holdout } = partNames(plan);
  if (part === 'holdout' ? !(holdout && project.holdout_unlocked) : !judged.includes(part)) return 'notSupported';
  const stored = parts.find((one) => one.part === part);
  if (stored === undefined) return 'insufficientData';
  if (plan.kind === 'series' && !everyMoment) return 'completed';
  return computed.some(({ source }) => source === part) ? 'completed' : 'notCompleted';
}

function metadataOf<T>(timed: TimedModel, show: (status: Status) => T, everyMoment: boolean) {
  const { judged } = partNames(timed.plan);
  const statuses = (part: string) => ({
    training: show('notSupported'),
    validation: show(statusOf(timed, part, everyMoment)),
  });
  const stretches = (part: string) => ({
    training: NEVER,
    validation: statusOf(timed, part, everyMoment) === 'completed' ? validationOf(timed, part) : NEVER,
  });
  return {
    resolutions: resolutionsOf(timed),
    backtestMetadata: judged.map(stretches),
    holdoutMetadata: stretches('holdout'),
    backtestStatuses: judged.map(statuses),
    holdoutStatuses: statuses('holdout'),
  };
}

export async function accuracyMetadata(
  ctx: Ctx,
  projectId: string,
  modelId: string,
  { forecastDistance: distance }: z.output<typeof AccuracyMetadataQuery>,
) {
  const timed = await getTimedModelOrThrow(ctx, projectId, modelId);
  if (distance !== undefined) requireDistances(timed, distance, distance);
  const everyMoment = distance !== undefined;
  return { forecastDistance: distance ?? null, ...metadataOf(timed, (status) => status, everyMoment) };
}

export async function forecastMetadata(ctx: Ctx, projectId: string, modelId: string) {
  const timed = await getTimedModelOrThrow(ctx, projectId, modelId);
  requireSeriesPlan(timed);
  const distances = requireDistances(timed, null, null);
  return metadataOf(timed, (status) => ({ [status]: distances }), true);
}
