import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** What is known of one thing: names left, values right. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Table>
      <Table.Tbody>
        {facts.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={200} fw={500}>
              {name}
            </Table.Th>
            <Table.Td className="fact">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
