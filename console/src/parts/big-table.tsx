import { Table, UnstyledButton } from '@mantine/core';
import {
  createSortedRowModel,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef } from 'react';
import { whole } from './format.ts';
import { Dimmed } from './text.tsx';

export interface BigColumn<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** What the column is sorted by. Without it the column cannot be sorted. */
  readonly by?: (row: Row) => string | number;
  readonly numeric?: boolean;
  readonly width?: number;
}

/** A column of texts, or of numbers, that shows what it is sorted by. */
export const textColumn = <Row,>(name: string, read: (row: Row) => string): BigColumn<Row> => ({
  name,
  by: read,
  cell: read,
});

export const numberColumn = <Row,>(
  name: string,
  read: (row: Row) => number | null | undefined,
  write: (value: number | null | undefined) => string = whole,
): BigColumn<Row> => ({
  name,
  numeric: true,
  by: (row) => read(row) ?? Number.NEGATIVE_INFINITY,
  cell: (row) => write(read(row)),
});

interface BigTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly BigColumn<Row>[];
  readonly idOf: (row: Row) => string;
  readonly sortedBy?: { readonly name: string; readonly descending?: boolean };
  readonly height?: number;
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic, alphanumeric: sortFn_alphanumeric },
});
const ROW_HEIGHT = 41;

/** A table of any length: it sorts by a click on a heading, and only the rows in sight are drawn. */
export function BigTable<Row extends object>({
  label,
  rows,
  columns,
  idOf,
  sortedBy,
  height = 480,
}: BigTableProps<Row>) {
  const box = useRef<HTMLElement>(null);
  const defined = useMemo(() => columns.map(tableColumn<Row>), [columns]);
  const table = useTable({
    features,
    data: rows,
    columns: defined,
    getRowId: idOf,
    ...(sortedBy ? { initialState: { sorting: [{ id: sortedBy.name, desc: sortedBy.descending ?? false }] } } : {}),
  });
  const sorted = table.getRowModel().rows;
  const window = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const seen = window.getVirtualItems();
  const before = seen[0]?.start ?? 0;
  const after = window.getTotalSize() - (seen.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section ref={box} className="big-table" aria-label={label} tabIndex={0} style={{ maxHeight: height }}>
      <Table stickyHeader verticalSpacing={8} horizontalSpacing="md" aria-rowcount={sorted.length + 1}>
        <Table.Thead>
          <Table.Tr>
            {table.getHeaderGroups()[0]?.headers.map(({ column }, index) => (
              <Table.Th
                key={column.id}
                w={columns[index]?.width}
                ta={columns[index]?.numeric ? 'right' : 'left'}
                {...ariaSort(column.getIsSorted())}
              >
                {column.getCanSort() ? (
                  <UnstyledButton onClick={column.getToggleSortingHandler()} fz="sm" fw={700}>
                    {`${column.id} ${arrow(column.getIsSorted())}`}
                  </UnstyledButton>
                ) : (
                  column.id
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {before > 0 && <tr style={{ height: before }} />}
          {seen.map(({ index }) => {
            const row = sorted[index];
            return row && <DrawnRow key={row.id} row={row.original} place={index + 2} columns={columns} />;
          })}
          {after > 0 && <tr style={{ height: after }} />}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function DrawnRow<Row>({ row, place, columns }: { row: Row; place: number; columns: readonly BigColumn<Row>[] }) {
  return (
    <Table.Tr aria-rowindex={place} h={ROW_HEIGHT}>
      {columns.map(({ name, cell, numeric }) => (
        <Table.Td key={name} {...(numeric ? { ta: 'right', className: 'number' } : {})}>
          {cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

const tableColumn = <Row,>({ name, by, numeric = false }: BigColumn<Row>) => ({
  id: name,
  header: name,
  accessorFn: (row: Row) => by?.(row) ?? '',
  enableSorting: by !== undefined,
  sortFn: numeric ? ('basic' as const) : ('alphanumeric' as const),
});

type Sorted = false | 'asc' | 'desc';

const arrow = (sorted: Sorted): string => (sorted === 'asc' ? '↑' : sorted === 'desc' ? '↓' : '');

const ariaSort = (sorted: Sorted): { 'aria-sort'?: 'ascending' | 'descending' } => {
  if (sorted === 'asc') return { 'aria-sort': 'ascending' };
  return sorted === 'desc' ? { 'aria-sort': 'descending' } : {};
};

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
        <Dimmed pb="xs">
          {`The first ${MOST_COLUMNS} of ${columns.length.toLocaleString('en')} columns are shown.`}
        </Dimmed>
      )}
      <BigTable label={label} rows={shown} columns={drawn} idOf={({ place }) => place} height={height} />
    </>
  );
}

function Cell({ text }: { text: string | null }) {
  return text === null ? (
    <Dimmed span fs="italic">
      missing
    </Dimmed>
  ) : (
    <span className="data-cell" title={text}>
      {text}
    </span>
  );
}
