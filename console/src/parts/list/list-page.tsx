import { Button, Group, Paper, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page as Listed } from '../../api/call.ts';
import { Answer } from '../answer.tsx';
import type { ShownCalls } from '../as-api-call.tsx';
import { EmptyState } from '../empty-state.tsx';
import type { IconName } from '../icons.tsx';
import { Page } from '../page.tsx';
import { Paging } from '../paging.tsx';
import { SearchBox } from '../search-box.tsx';
import type { Place } from './use-place.ts';

interface ListPageProps<Row> {
  readonly title: string;
  readonly intro: ReactNode;
  readonly calls: ShownCalls;
  /** What is listed, in the plural: `recipes`. */
  readonly what: string;
  readonly icon: IconName;
  readonly of: UseQueryResult<Listed<Row>>;
  readonly place: Place;
  /** What the list says of itself when there is nothing in it. */
  readonly empty: ReactNode;
  /** How one more comes to be. */
  readonly create?: Creating;
  /** Which parts of a row the search looks at, where there is one: `names and descriptions`. */
  readonly searches?: string;
  readonly actions?: ReactNode;
  /** Between the heading and the list. */
  readonly above?: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

interface Creating {
  readonly label: string;
  /** The same while there is none yet. */
  readonly first: string;
  readonly dialog: (close: () => void) => ReactNode;
}

/** The frame of every page that lists things: searched, paged by address, with a way to make one more. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { create, place, what } = props;
  const [creating, { open, close }] = useDisclosure(false);
  return (
    <Page
      title={props.title}
      intro={props.intro}
      calls={props.calls}
      actions={
        <>
          {props.actions}
          {create && (
            <Button size="xs" onClick={open}>
              {create.label}
            </Button>
          )}
        </>
      }
    >
      {props.above}
      <Paper withBorder>
        {props.searches !== undefined && (
          <Group justify="space-between" px="md" py="sm">
            <Title order={2}>{`All ${what}`}</Title>
            <SearchBox label={`Search ${what}`} value={place.search} onSearch={place.toSearch} />
          </Group>
        )}
        <Answer of={props.of} what={`the ${what}`}>
          {({ data, count, totalCount }) =>
            totalCount === 0 ? (
              <Nothing {...props} onCreate={open} />
            ) : (
              <>
                {props.children(data)}
                <Paging offset={place.offset} count={count} total={totalCount} what={what} onOffset={place.toOffset} />
              </>
            )
          }
        </Answer>
      </Paper>
      {creating && create?.dialog(close)}
    </Page>
  );
}

function Nothing<Row>({
  place,
  what,
  icon,
  empty,
  create,
  searches,
  onCreate,
}: ListPageProps<Row> & { onCreate(): void }) {
  if (place.search !== '') {
    return (
      <EmptyState icon={icon} title={`Nothing is called “${place.search}”`}>
        {`The search looks at ${searches ?? 'names'}. Try a shorter word.`}
      </EmptyState>
    );
  }
  const first = create && <Button onClick={onCreate}>{create.first}</Button>;
  return (
    <EmptyState icon={icon} title={`No ${what} yet`} action={first}>
      {empty}
    </EmptyState>
  );
}
