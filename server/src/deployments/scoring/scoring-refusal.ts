import type { Flaw } from './rows/sent-rows.ts';

/** Why rows cannot be answered. `field` names the option at fault, where it is one. */
export class ScoringRefusal extends Error {
  readonly code: ScoringCode;
  readonly field: string | null;

  constructor(code: ScoringCode, message: string, field: string | null = null) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

export type ScoringCode =
  | 'missing-columns'
  | 'too-many-columns'
  | 'no-rows'
  | 'wrong-cell'
  | 'unreadable'
  | 'unknown-charset'
  | 'passthrough'
  | 'no-history'
  | 'no-forecasts'
  | 'forecast-point'
  | 'out-of-reach'
  | 'known-in-advance'
  | 'association-id'
  | 'not-explained'
  | 'engine'
  | 'damaged-model';

const MOST_NAMED = 20;

export const listNames = (names: readonly string[]): string =>
  names
    .slice(0, MOST_NAMED)
    .map((name) => JSON.stringify(name))
    .join(', ') + (names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '');

export const missingColumns = (names: readonly string[]): ScoringRefusal =>
  new ScoringRefusal(
    'missing-columns',
    `The rows have no column ${listNames(names)}. The model learned from ${names.length === 1 ? 'it' : 'them'}: send ` +
      `${names.length === 1 ? 'it' : 'them'}, with empty cells where values are not known.`,
  );

/** Files that are whole and cannot be read all the same: of a version of Almanac that is not this one. */
export const damagedModel = (modelId: string, reason: string): ScoringRefusal =>
  new ScoringRefusal(
    'damaged-model',
    `The file of model ${modelId} cannot be read: ${reason} Restore the file from a backup, or train the model again and ` +
      'use the new one.',
  );

/** A cell that its column cannot hold, for the sentence that refuses it. */
export function invalidCell({ text, column, wanted }: Pick<Flaw, 'text' | 'column' | 'wanted'>): string {
  const shown = JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
  return `${shown} in column ${JSON.stringify(column)} is not ${wanted}`;
}
