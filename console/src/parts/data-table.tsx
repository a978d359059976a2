import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface DataTableProps {
  readonly label: string;
  /** The headings. An empty one belongs to the column of actions. */
  readonly columns: readonly string[];
  /** Those of them whose values are numbers. */
  readonly numeric?: readonly string[];
  readonly minWidth?: number;
  readonly children: ReactNode;
}

/** A table that scrolls sideways on narrow screens, also by keyboard. */
export function DataTable({ label, columns, numeric = [], minWidth = 640, children }: DataTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      <Table verticalSpacing="sm" horizontalSpacing="md" miw={minWidth}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th
                key={column}
                ta={numeric.includes(column) ? 'right' : 'left'}
                {...(column === '' ? { 'aria-label': 'Actions' } : {})}
              >
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </section>
  );
}
