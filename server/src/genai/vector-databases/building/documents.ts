import { type Column, column, type Frame, textsOf } from '@almanac/engine';
import type { Document } from '../search/chunk.ts';

/** The rows of a dataset that hold text. */
export function documentsIn(table: Frame, metadataColumns: readonly string[]): Document[] {
  const text = textsOf(column(table, 'document'));
  const source = textsOf(column(table, 'document_file_path'));
  const others = metadataColumns.map((name) => [name, valuesOf(column(table, name))] as const);
  return Array.from({ length: table.rows }, (_, row) => ({
    text: text(row) ?? '',
    source: source(row),
    metadata: Object.fromEntries(others.map(([name, value]) => [name, value(row)])),
  })).filter((document) => document.text.trim() !== '');
}

/** Numbers and booleans as such, so that filters can compare them. */
function valuesOf(source: Column): (row: number) => string | number | boolean | null {
  const text = textsOf(source);
  if (source.kind !== 'numeric' && source.kind !== 'boolean') return text;
  const { values, kind } = source;
  return (row) => (text(row) === null ? null : kind === 'boolean' ? values[row] === 1 : (values[row] as number));
}
