import { splitSeriesId } from '@almanac/engine';

/**
 * The ID columns a text names: one column of the project, or several joined like the values of a composite series ID
 * (`store | item`). What names neither is left as it is, for the caller to refuse.
 */
export function idColumnsIn(text: string, known: ReadonlySet<string>): readonly string[] {
  if (known.has(text)) return [text];
  const names = splitSeriesId(text, 2);
  return names.length > 1 && names.every((name) => known.has(name)) ? names : [text];
}
