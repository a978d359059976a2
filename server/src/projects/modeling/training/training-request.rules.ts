import type { FieldErrors } from '#platform/http/problem.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';

const REFUSED = [
  'sourceProjectId',
  'monotonicIncreasingFeaturelistId',
  'monotonicDecreasingFeaturelistId',
  'nClusters',
] as const;

/** Fields that would be ignored, were they not refused by name. */
export function wrongRequest(request: Partial<Record<(typeof REFUSED)[number], unknown>>): FieldErrors {
  const said = REFUSED.filter((name) => (request[name] ?? null) !== null);
  return Object.fromEntries(said.map((name) => [name, `${name} is not offered. Leave it out`]));
}

/** The engine's rules behind the names clients know. Those that are missing are not offered. */
const SERIES_RULES: Readonly<Record<string, readonly string[]>> = {
  AVG: ['average'],
  MED: ['median'],
  ENET: ['nnls'],
  FORECAST_DISTANCE_AVG: ['average'],
  FORECAST_DISTANCE_ENET: ['nnls'],
};
const ROW_RULES: Readonly<Record<string, readonly string[]>> = { AVG: ['average'], ENET: [], GLM: [], PLS: [] };

export function blendRules(method: string, series: boolean): readonly string[] | undefined {
  if (series) return method.startsWith('FORECAST_DISTANCE') ? undefined : SERIES_RULES[method];
  return ROW_RULES[method];
}

/** Why models cannot be combined; empty when they can. */
export function whyNotBlend(
  models: readonly ModelRow[],
  asked: readonly string[],
  evaluated: readonly string[],
  has: (id: string, part: string) => boolean,
): string {
  const missing = asked.filter((id) => models.every((model) => model.id !== id));
  if (missing.length > 0) return `The project has no model ${missing.join(', ')}.`;
  if (new Set(asked).size < 2) return 'A blend needs two different models.';
  if (models.some(({ category }) => category === 'blend'))
    return 'Blends are made of single models, not of other blends.';
  if (models.some(({ trained_into_validation }) => trained_into_validation))
    return 'Models trained on all data cannot be evaluated; use the models they were retrained from.';
  const unevaluated = models.filter(({ id }) => evaluated.some((part) => !has(id, part)));
  if (unevaluated.length > 0)
    return `These models have not been evaluated on every backtest or fold yet: ${unevaluated.map(({ id }) => id).join(', ')}.`;
  return '';
}
