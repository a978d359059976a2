import { Badge, Group, Stack, Switch, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type AclItem, graphCalls, type ItemFilter } from '../../../api/access.ts';
import { callQuery } from '../../../api/call-query.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { PAGE_SIZE, Paging, SearchBox } from '../../../parts/list-page.tsx';
import { Answer, EmptyState, Panel } from '../../../parts/panel.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';
import { useConnectionSearch } from '../use-connection-search.ts';
import { ItemDetails } from './item-details.tsx';

/** The tree as held: one folder at a time, with what was granted on it. */
export function BrowseTab({ connectionId }: { connectionId: string }) {
  const { search, go } = useConnectionSearch();
  const { item, search: text = '', unreadable = false } = search;
  const searching = text !== '' || unreadable;
  return (
    <Stack gap="lg">
      {item !== undefined && <ItemDetails connectionId={connectionId} itemId={item} />}
      <Panel
        title={searching ? 'Items found' : item === undefined ? 'Spaces' : 'What is in it'}
        aside={
          <Group>
            <Switch
              size="xs"
              label="Only what nobody can read"
              checked={unreadable}
              onChange={(event) => go({ tab: 'browse', ...(event.currentTarget.checked ? { unreadable: true } : {}) })}
            />
            <SearchBox
              label="Search all items"
              value={text}
              onSearch={(next) => go({ tab: 'browse', ...(next === '' ? {} : { search: next }) })}
            />
          </Group>
        }
      >
        <Items
          key={`${item} ${text} ${unreadable}`}
          connectionId={connectionId}
          filter={{
            ...(searching ? {} : item === undefined ? { top: true } : { parentId: item }),
            ...(text === '' ? {} : { searchFor: text }),
            ...(unreadable ? { unreadable: true } : {}),
          }}
        />
      </Panel>
    </Stack>
  );
}

interface ItemsProps {
  readonly connectionId: string;
  readonly filter: Omit<ItemFilter, 'offset' | 'limit'>;
}

function Items({ connectionId, filter }: ItemsProps) {
  const [offset, setOffset] = useState(0);
  const items = useQuery(callQuery(graphCalls.items(connectionId, { ...filter, offset, limit: PAGE_SIZE })));
  return (
    <Answer of={items} what="the items">
      {({ data, count, totalCount }) =>
        totalCount === 0 ? (
          <EmptyState icon="access" title="Nothing here">
            {filter.top
              ? 'Nothing has been read yet. Look at the status: it says what is missing.'
              : 'This is empty, or nothing fits what you search for.'}
          </EmptyState>
        ) : (
          <>
            <ItemTable connectionId={connectionId} items={data} />
            <Paging offset={offset} count={count} total={totalCount} what="items" onOffset={setOffset} />
          </>
        )
      }
    </Answer>
  );
}

interface ItemTableProps {
  readonly connectionId: string;
  readonly items: readonly AclItem[];
}

function ItemTable({ connectionId, items }: ItemTableProps) {
  return (
    <DataTable
      label="Items"
      columns={['Name', 'Kind', 'Grants of its own', 'From above', 'Verified']}
      numeric={['Grants of its own']}
    >
      {items.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td className="fact">
            <Link
              to="/access/$connectionId"
              params={{ connectionId }}
              search={{ tab: 'browse', item: one.id }}
              className="row-link"
            >
              {one.name}
            </Link>
          </Table.Td>
          <Table.Td>{one.kind}</Table.Td>
          <Table.Td ta="right" className="number">
            {one.grantsCount}
          </Table.Td>
          <Table.Td>{inheritance(one.inherits)}</Table.Td>
          <Table.Td>
            <Timestamp iso={one.verifiedAt} none="not yet" />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

function inheritance(inherits: boolean | null) {
  if (inherits === null)
    return (
      <Badge variant="dot" color="red">
        not known
      </Badge>
    );
  return inherits ? 'counts too' : 'does not count';
}
