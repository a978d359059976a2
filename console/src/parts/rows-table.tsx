import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { type BigColumn, BigTable } from './table/big-table.tsx';

interface RowsTableProps {
  readonly label: string;
  readonly columns: readonly { readonly name: string; readonly dataType: string }[];
  /** Every cell as text. */
  readonly rows: readonly (readonly (string | null)[])[];
  readonly height?: number;
}

type Row = { readonly cells: readonly (string | null)[]; readonly place: string };

const MOST_COLUMNS = 100;
const isNumber = (dataType: string) => /INT|DOUBLE|DECIMAL|FLOAT|NUMERIC/i.test(dataType);

/** Rows of data as they are, with the order they came in. */
export function RowsTable({ label, columns, rows, height = 520 }: RowsTableProps) {
  const shown = useMemo(() => rows.map((cells, index) => ({ cells, place: String(index) })), [rows]);
  const drawn = useMemo(
    () =>
      columns.slice(0, MOST_COLUMNS).map(
        ({ name, dataType }, index): BigColumn<Row> => ({
          name,
          numeric: isNumber(dataType),
          cell: ({ cells }) => <Cell text={cells[index] ?? null} />,
        }),
      ),
    [columns],
  );
  return (
    <>
      {columns.length > MOST_COLUMNS && (
        <Text size="sm" c="dimmed" pb="xs">
          {`The first ${MOST_COLUMNS} of ${columns.length.toLocaleString('en')} columns are shown.`}
        </Text>
      )}
      <BigTable label={label} rows={shown} columns={drawn} idOf={({ place }) => place} height={height} />
    </>
  );
}

function Cell({ text }: { text: string | null }) {
  return text === null ? (
    <Text span size="sm" c="dimmed" fs="italic">
      missing
    </Text>
  ) : (
    <span className="data-cell" title={text}>
      {text}
    </span>
  );
}
