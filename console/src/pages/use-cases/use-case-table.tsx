import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { UseCase } from '../../api/use-cases.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

const counts = [
  ['Datasets', ({ datasetsCount }: UseCase) => datasetsCount],
  ['Recipes', ({ recipesCount }: UseCase) => recipesCount],
  ['Projects', ({ projectsCount }: UseCase) => projectsCount],
  ['Deployments', ({ deploymentsCount }: UseCase) => deploymentsCount],
  ['Playgrounds', ({ playgroundsCount }: UseCase) => playgroundsCount],
  ['Members', ({ members }: UseCase) => members.length],
] as const;

export function UseCaseTable({ useCases }: { useCases: readonly UseCase[] }) {
  const names = counts.map(([name]) => name);
  return (
    <DataTable label="Use cases" columns={['Name', ...names, 'Changed']} numeric={names} minWidth={860}>
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
          {counts.map(([name, read]) => (
            <Table.Td key={name} ta="right" className="number">
              {read(useCase)}
            </Table.Td>
          ))}
          <Table.Td>
            <Timestamp iso={useCase.updatedAt} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
