import type { UpstreamModel } from '../../api/llms.ts';

/** Models that were there keep what else was said of them; when none came or went, nothing is sent at all. */
export function modelsToSend(
  before: readonly UpstreamModel[] | undefined,
  names: readonly string[],
): { models?: readonly UpstreamModel[] } {
  const known = new Map((before ?? []).map((one) => [one.model, one]));
  const same = before !== undefined && before.length === names.length && names.every((name) => known.has(name));
  return same ? {} : { models: names.map((model) => known.get(model) ?? { model }) };
}
