/**
 * Typed columns. One rule for missing values: NaN in numbers, -1 in category codes, null in texts.
 * A column is a frozen view on its arrays; nothing in the engine writes into the arrays of a column it was handed.
 */
export interface NumericColumn {
  readonly kind: 'numeric';
  readonly name: string;
  readonly values: Float64Array;
}

/** Booleans are 0, 1 or NaN so that every numeric kernel reads them as they are. */
export interface BooleanColumn {
  readonly kind: 'boolean';
  readonly name: string;
  readonly values: Float64Array;
}

/** Milliseconds since 1970-01-01T00:00:00Z. */
export interface DateColumn {
  readonly kind: 'date';
  readonly name: string;
  readonly values: Float64Array;
}

/** Dictionary-coded: `levels[codes[row]]`, code -1 where missing. */
export interface CategoricalColumn {
  readonly kind: 'categorical';
  readonly name: string;
  readonly codes: Int32Array;
  readonly levels: readonly string[];
}

export interface TextColumn {
  readonly kind: 'text';
  readonly name: string;
  readonly values: readonly (string | null)[];
}

export type Column = NumericColumn | BooleanColumn | DateColumn | CategoricalColumn | TextColumn;
export type ColumnKind = Column['kind'];
