import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface DataTableProps {
  readonly label: string;
  /** The headings. An empty one belongs to the column of actions. */
  readonly columns: readonly string[];
  readonly minWidth?: number;
  readonly children: ReactNode;
}

/** A table that scrolls sideways on narrow screens, also by keyboard. */
export function DataTable({ label, columns, minWidth = 640, children }: DataTableProps) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}
    >
      <Table verticalSpacing="sm" horizontalSpacing="md" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} {...(column === '' ? { 'aria-label': 'Actions' } : {})}>
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
