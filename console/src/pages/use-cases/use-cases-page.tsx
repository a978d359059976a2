import { Button, Group, Paper, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCaseCalls, useCaseQueries } from '../../api/use-cases.ts';
import { Answer } from '../../parts/answer.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { PAGE_SIZE, Paging } from '../../parts/paging.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { UseCaseDialog } from './use-case-dialog.tsx';
import { UseCaseTable } from './use-case-table.tsx';

export function UseCasesPage() {
  const { search = '', offset = 0 } = useSearch({ from: '/signed-in/use-cases' });
  const navigate = useNavigate({ from: '/use-cases' });
  const window = { offset, limit: PAGE_SIZE };
  const useCases = useQuery(useCaseQueries.list(window, search));
  const [creating, { open, close }] = useDisclosure(false);
  return (
    <Page
      title="Use cases"
      intro="A place for what belongs together: datasets, recipes, projects, deployments. Share all of it at once."
      calls={[useCaseCalls.list(window, search)]}
      actions={
        <Button size="xs" onClick={open}>
          New use case
        </Button>
      }
    >
      <Paper withBorder>
        <Group justify="space-between" px="md" py="sm">
          <Title order={2}>All use cases</Title>
          <SearchBox
            label="Search use cases"
            value={search}
            onSearch={(text) => void navigate({ search: text === '' ? {} : { search: text }, replace: true })}
          />
        </Group>
        <Answer of={useCases} what="the use cases">
          {({ data, count, totalCount }) =>
            totalCount === 0 ? (
              <EmptyState
                icon="useCase"
                title={search === '' ? 'No use cases yet' : `Nothing is called “${search}”`}
                action={search === '' ? <Button onClick={open}>Make the first use case</Button> : undefined}
              >
                {search === ''
                  ? 'Make one for each question you answer with data, and put what belongs to it inside.'
                  : 'Try a shorter word.'}
              </EmptyState>
            ) : (
              <>
                <UseCaseTable useCases={data} />
                <Paging
                  offset={offset}
                  count={count}
                  total={totalCount}
                  what="use cases"
                  onOffset={(to) => void navigate({ search: (old) => ({ ...old, offset: to }) })}
                />
              </>
            )
          }
        </Answer>
      </Paper>
      {creating && (
        <UseCaseDialog
          onClose={close}
          onDone={({ id }) => void navigate({ to: '/use-cases/$useCaseId', params: { useCaseId: id } })}
        />
      )}
    </Page>
  );
}
