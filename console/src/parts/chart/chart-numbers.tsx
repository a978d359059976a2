import { Box, Table } from '@mantine/core';
import { DataTable } from '../data-table.tsx';

export interface Numbers {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** The plot as a table, for screen readers and for those who want to copy it. */
export function ChartNumbers({ label, columns, rows }: Numbers & { readonly label: string }) {
  return (
    <Box component="details" className="chart-numbers">
      <summary>Show the numbers</summary>
      <DataTable label={`${label}, as a table`} columns={columns} numeric={columns.slice(1)} minWidth={320}>
        {rows.map((row) => (
          <Table.Tr key={row.join(' ')}>
            {row.map((cell, index) => (
              <Table.Td key={columns[index]} {...(index > 0 ? { ta: 'right', className: 'number' } : {})}>
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </DataTable>
    </Box>
  );
}
