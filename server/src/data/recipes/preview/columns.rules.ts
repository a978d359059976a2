import type { ColumnType } from '../compiler/index.ts';
import type { PreviewColumn } from './preview.schema.ts';

const DATA_TYPES: Readonly<Record<ColumnType, string>> = {
  integer: 'INT_TYPE',
  double: 'DOUBLE_TYPE',
  string: 'STRING_TYPE',
  boolean: 'BOOLEAN_TYPE',
  date: 'DATE_TYPE',
  timestamp: 'TIMESTAMP_TYPE',
  other: 'STRING_TYPE',
};

/** A column with the name clients know its type by. */
export const toPreviewColumn = ({
  name,
  type,
}: {
  readonly name: string;
  readonly type: ColumnType;
}): PreviewColumn => ({
  name,
  dataType: DATA_TYPES[type],
});
