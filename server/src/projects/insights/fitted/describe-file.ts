import { countRounds, describeLinear, type LinearDescription, readModel } from '@almanac/engine';

/** What a model file says about itself. */
export function describeFile({ file }: { readonly file: Uint8Array }): {
  linear: LinearDescription | null;
  rounds: number | null;
} {
  const { model } = readModel(file);
  return { linear: describeLinear(model) ?? null, rounds: countRounds(model) ?? null };
}
