import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { callQuery } from '../../api/call-query.ts';
import { type UseCase, useCaseCalls } from '../../api/use-cases.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ListPage, usePlace } from '../../parts/list-page.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { contentsText } from './contents-text.ts';
import { UseCaseDialog } from './use-case-dialog.tsx';

export function UseCasesPage() {
  const place = usePlace();
  const useCases = useQuery(callQuery(useCaseCalls.list(place.window, place.search)));
  const navigate = useNavigate();
  return (
    <ListPage
      title="Use cases"
      intro="A place for what belongs together: datasets, recipes, projects, deployments. Share all of it at once."
      calls={[useCaseCalls.list(place.window, place.search)]}
      what="use cases"
      icon="useCase"
      of={useCases}
      place={place}
      searches="names"
      empty="Create one for each question you answer with data, and put what belongs to it inside."
      create={{
        label: 'New use case',
        first: 'Create the first use case',
        dialog: (close) => (
          <UseCaseDialog
            onClose={close}
            onDone={({ id }) => void navigate({ to: '/use-cases/$useCaseId', params: { useCaseId: id } })}
          />
        ),
      }}
    >
      {(rows) => <UseCaseTable useCases={rows} />}
    </ListPage>
  );
}

function UseCaseTable({ useCases }: { useCases: readonly UseCase[] }) {
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
