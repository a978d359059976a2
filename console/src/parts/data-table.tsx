import { Table, type TableTdProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A column of a table: its heading, and what stands in the cell of a row. */
export interface Column<Row> extends Pick<TableTdProps, 'className' | 'fw' | 'maw' | 'miw'> {
  /** Empty for the column of actions. */
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  readonly numeric?: boolean;
  /** What the rest of the row is about, for those who hear it cell by cell. */
  readonly heading?: boolean;
}

/** How the cells of a column are drawn. */
export const cellProps = ({ name, numeric, className, fw, maw, miw }: Omit<Column<never>, 'cell'>): TableTdProps => ({
  ...(numeric ? { ta: 'right', className: 'number' } : name === '' ? { ta: 'right' } : {}),
  ...Object.fromEntries(Object.entries({ className, fw, maw, miw }).filter(([, value]) => value !== undefined)),
});

interface DataTableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  readonly minWidth?: number;
}

/** A table that scrolls sideways on narrow screens, also by keyboard. */
export function DataTable<Row>({ label, rows, idOf, columns, minWidth = 640 }: DataTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      <Table verticalSpacing="sm" horizontalSpacing="md" miw={minWidth}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, numeric }) => (
              <Table.Th
                key={name}
                ta={numeric ? 'right' : 'left'}
                {...(name === '' ? { 'aria-label': 'Actions' } : {})}
              >
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={idOf(row)}>
              {columns.map((column) => (
                <Table.Td
                  key={column.name}
                  {...(column.heading ? { component: 'th', scope: 'row', fw: 700 } : {})}
                  {...cellProps(column)}
                >
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

interface DetailsProps {
  readonly facts: readonly (readonly [string, ReactNode])[];
  /** Less where there is little room. */
  readonly nameWidth?: number;
}

/** What is known of one thing: names left, values right. */
export function Details({ facts, nameWidth = 200 }: DetailsProps) {
  return (
    <Table>
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" className="fact-name" style={{ '--fact-name': `${nameWidth}px` }} fw={500}>
              {name}
            </Table.Th>
            <Table.Td className="fact">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
