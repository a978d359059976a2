import type { Settings } from '../../genai.tables.ts';

/** A document as a row of the dataset has it. */
export interface Document {
  readonly text: string;
  readonly source: string | null;
  readonly metadata: Settings;
}

/** A piece of one; `document` is its number, so that neighbours are known. */
export interface Chunk extends Document {
  readonly document: number;
}
