import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { UseCase } from '../../api/use-cases.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { contentsText } from './contents-text.ts';

export function UseCaseTable({ useCases }: { useCases: readonly UseCase[] }) {
  return (
    <DataTable label="Use cases" columns={['Name', 'Contents', 'Members', 'Changed']} numeric={['Members']}>
      {useCases.map((useCase) => (
        <Table.Tr key={useCase.id}>
          <Table.Td>
            <Link to="/use-cases/$useCaseId" params={{ useCaseId: useCase.id }} className="row-link">
              {useCase.name}
            </Link>
            <Text size="xs" c="dimmed" lineClamp={1}>
              {useCase.description}
            </Text>
          </Table.Td>
          <Table.Td>{contentsText(useCase)}</Table.Td>
          <Table.Td ta="right" className="number">
            {useCase.members.length}
          </Table.Td>
          <Table.Td>
            <Timestamp iso={useCase.updatedAt} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
