import type { Column, Dialect } from '../dialects/dialect.ts';
import type { Downsampling, Operation, Sampling } from '../recipe.operations.ts';

/** A table a recipe reads. The first is the primary: the only one that may be sampled, and where the operations start. */
export interface RecipeInput {
  /** What SQL recipes and error sentences call it. */
  readonly alias: string;
  /** Where it is, from the outermost name to the table: `['public', 'orders']`. Quoted by the compiler. */
  readonly relation: readonly string[];
  readonly columns: readonly Column[];
  readonly datasetId?: string;
  readonly datasetVersionId?: string;
  readonly dataSourceId?: string;
}

export interface CompiledRecipe {
  readonly sql: string;
  readonly columns: readonly Column[];
  /** Columns after each operation, the table as sampled first: `history[0]`. */
  readonly history: readonly (readonly Column[])[];
  /** The first line of `sql` (from 1) that belongs to each operation, to trace an engine's error. */
  readonly lines: readonly { readonly line: number; readonly operation: number }[];
}

export interface RecipeSettings {
  readonly target?: string | null;
  readonly weightsFeature?: string | null;
}

export interface RecipeToCompile {
  readonly inputs: readonly RecipeInput[];
  readonly operations: readonly Operation[];
  readonly sampling?: Sampling | null;
  readonly downsampling?: Downsampling | null;
  readonly settings?: RecipeSettings | null;
  /** The language of the SQL to make: that of the engine that will run it. */
  readonly dialect: Dialect;
  /** The language the expressions of the recipe are written in; the same when absent. */
  readonly writtenIn?: Dialect;
  readonly limit?: number;
  readonly seed?: number;
  /** How many operations to apply, from the first; all when absent. */
  readonly upTo?: number;
}
