import { Button, Group, Paper, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Page as Listed } from '../api/call.ts';
import type { ShownCalls } from './as-api-call.tsx';
import type { IconName } from './icons.tsx';
import { Page } from './page.tsx';
import { Answer, EmptyState } from './panel.tsx';

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

type Searched = { readonly offset?: number; readonly search?: string };

interface Place {
  readonly offset: number;
  readonly search: string;
  readonly window: { readonly offset: number; readonly limit: number };
  readonly toOffset: (offset: number) => void;
  readonly toSearch: (text: string) => void;
}

/** What is said by default is left out of the address. */
const readSearch = (old: Searched, change: Searched): Searched =>
  Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== '' && value !== 0));

/** Where one is in a list, and what it is searched for: kept in the address, so that it can be shared. */
export function usePlace(): Place {
  const { offset = 0, search = '' } = useSearch({ strict: false }) as Searched;
  const navigate = useNavigate();
  const go = (change: Searched, replace: boolean) => {
    const next = (old: Searched) => readSearch(old, change);
    // The same page with another search: whichever list it is, it takes these two.
    void navigate({ to: '.', search: next as never, replace });
  };
  return {
    offset,
    search,
    window: { offset, limit: PAGE_SIZE },
    toOffset: (to) => go({ offset: to }, false),
    toSearch: (text) => go({ offset: 0, search: text }, true),
  };
}

interface SearchBoxProps {
  /** What is searched: `Search datasets`. */
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

const PAUSE_MS = 250;

/** Searches when typing pauses. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const search = useDebouncedCallback(onSearch, PAUSE_MS);
  return (
    <TextInput
      type="search"
      size="xs"
      w={220}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        search(currentTarget.value);
      }}
    />
  );
}

export const PAGE_SIZE = 50;

interface PagingProps {
  readonly offset: number;
  readonly count: number;
  readonly total: number;
  /** What is listed: `users`. */
  readonly what: string;
  readonly onOffset: (offset: number) => void;
}

/** Where one is in a long list, and the way to its neighbours. Nothing to show when everything fits. */
export function Paging({ offset, count, total, what, onOffset }: PagingProps) {
  if (total <= PAGE_SIZE && offset === 0) return null;
  return (
    <Group justify="space-between" p="md">
      <Text size="sm" c="dimmed" className="number">
        {`${count === 0 ? 0 : offset + 1} to ${offset + count} of ${total} ${what}`}
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={offset === 0}
          onClick={() => onOffset(Math.max(0, offset - PAGE_SIZE))}
        >
          Previous
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={offset + count >= total}
          onClick={() => onOffset(offset + PAGE_SIZE)}
        >
          Next
        </Button>
      </Group>
    </Group>
  );
}
