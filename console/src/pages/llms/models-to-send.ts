interface Named {
  readonly model: string;
}

/** Models that were there keep their other settings; when none came or went, nothing is sent at all. */
export function modelsToSend<Model extends Named>(
  before: readonly Model[] | undefined,
  names: readonly string[],
): { models?: readonly (Model | Named)[] } {
  const known = new Map((before ?? []).map((one) => [one.model, one]));
  const same = before !== undefined && before.length === names.length && names.every((name) => known.has(name));
  return same ? {} : { models: names.map((model) => known.get(model) ?? { model }) };
}
