import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

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
