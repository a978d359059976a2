import { Button, Group, Paper, Title } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ApiCall, Page as Listed, Window } from '../api/call.ts';
import { useCall } from '../api/call-query.ts';
import type { Wanted } from '../api/own-access.ts';
import { Allowed, HeadButton } from './actions.tsx';
import { TextField } from './fields.tsx';
import type { IconName } from './icons.tsx';
import { Page, type ShownCalls } from './page.tsx';
import { Answer, EmptyState } from './panel.tsx';
import { Dimmed } from './text.tsx';

interface ListPageProps<Row> {
  readonly title: string;
  readonly intro: ReactNode;
  /** What is listed, in the plural: `recipes`. */
  readonly what: string;
  readonly icon: IconName;
  readonly list: (window: Window, search: string) => ApiCall<Listed<Row>>;
  /** When to ask again, by the page on screen. */
  readonly poll?: (page: Listed<Row> | undefined) => number | false;
  /** What else the page does through the API. */
  readonly calls?: ShownCalls;
  /** What the list says of itself when there is nothing in it. */
  readonly empty: ReactNode;
  /** How one more comes to be: the button, and the same while there is none yet. */
  readonly create?: {
    readonly label: string;
    readonly first: string;
    readonly dialog: (close: () => void) => ReactNode;
    /** Where not everybody may. */
    readonly needs?: Wanted;
  };
  /** Which parts of a row the search looks at, where there is one: `names and descriptions`. */
  readonly searches?: string;
  /** Between the heading and the list. */
  readonly above?: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** The frame of every page that lists things: searched, paged by address, with a way to make one more. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { list, poll, create, what } = props;
  const { offset, search, go } = usePlace();
  const [creating, { open, close }] = useDisclosure(false);
  const call = list({ offset, limit: PAGE_SIZE }, search);
  return (
    <Page
      title={props.title}
      intro={props.intro}
      calls={[call, ...(props.calls ?? [])]}
      actions={create && <HeadButton label={create.label} primary onClick={open} needs={create.needs} />}
    >
      {props.above}
      <Paper withBorder>
        {props.searches !== undefined && (
          <Group justify="space-between" px="md" py="sm">
            <Title order={2}>{`All ${what}`}</Title>
            <SearchBox
              label={`Search ${what}`}
              value={search}
              onSearch={(text) => go({ offset: 0, search: text }, true)}
            />
          </Group>
        )}
        <Answer of={useCall(call, poll ? { poll } : {})} what={`the ${what}`}>
          {({ data, count, totalCount }) =>
            totalCount === 0 ? (
              <Nothing {...props} search={search} onCreate={open} />
            ) : (
              <>
                {props.children(data)}
                <Paging
                  offset={offset}
                  count={count}
                  total={totalCount}
                  what={what}
                  onOffset={(to) => go({ offset: to })}
                />
              </>
            )
          }
        </Answer>
      </Paper>
      {creating && create?.dialog(close)}
    </Page>
  );
}

function Nothing<Row>(props: ListPageProps<Row> & { search: string; onCreate: () => void }) {
  const { search, what, icon, empty, create, searches = 'names', onCreate } = props;
  if (search !== '') {
    return (
      <EmptyState icon={icon} title={`Nothing is called “${search}”`}>
        {`The search looks at ${searches}. Try a shorter word.`}
      </EmptyState>
    );
  }
  const first = create && (
    <Allowed needs={create.needs}>
      <Button onClick={onCreate}>{create.first}</Button>
    </Allowed>
  );
  return (
    <EmptyState icon={icon} title={`No ${what} yet`} action={first}>
      {empty}
    </EmptyState>
  );
}

type Searched = { readonly offset?: number; readonly search?: string };

/** What is said by default is left out of the address. */
const readSearch = (old: Searched, change: Searched): Searched =>
  Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== '' && value !== 0));

/** Where one is in a list, and what it is searched for: kept in the address, so that it can be shared. */
function usePlace() {
  const { offset = 0, search = '' } = useSearch({ strict: false }) as Searched;
  const navigate = useNavigate();
  const go = (change: Searched, replace = false) => {
    const next = (old: Searched) => readSearch(old, change);
    // The same page with another search: whichever list it is, it takes these two.
    void navigate({ to: '.', search: next as never, replace });
  };
  return { offset, search, go };
}

interface PagedReplyProps<Row> {
  readonly list: (window: Window) => ApiCall<Listed<Row>>;
  readonly poll?: (page: Listed<Row> | undefined) => number | false;
  /** What is awaited, for the placeholder and the error: `the members`. */
  readonly what: string;
  /** What is listed: `members`. */
  readonly rows: string;
  /** In place of a list without rows. */
  readonly empty?: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A long list among other things on a page, a part at a time. */
export function PagedReply<Row>({ list, poll, what, rows, empty, children }: PagedReplyProps<Row>) {
  const [offset, setOffset] = useState(0);
  return (
    <Answer of={useCall(list({ offset, limit: PAGE_SIZE }), poll ? { poll } : {})} what={what}>
      {({ data, count, totalCount }) =>
        totalCount === 0 && empty !== undefined ? (
          empty
        ) : (
          <>
            {children(data)}
            <Paging offset={offset} count={count} total={totalCount} what={rows} onOffset={setOffset} />
          </>
        )
      }
    </Answer>
  );
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
    <TextField
      type="search"
      size="xs"
      w={220}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(text) => {
        setText(text);
        search(text);
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
      <Dimmed className="number">{`${count === 0 ? 0 : offset + 1} to ${offset + count} of ${total} ${what}`}</Dimmed>
      <Group gap="xs">
        <HeadButton
          label="Previous"
          disabled={offset === 0}
          onClick={() => onOffset(Math.max(0, offset - PAGE_SIZE))}
        />
        <HeadButton label="Next" disabled={offset + count >= total} onClick={() => onOffset(offset + PAGE_SIZE)} />
      </Group>
    </Group>
  );
}
