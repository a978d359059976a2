import { Badge, Group, Stack } from '@mantine/core';
import { type AclItem, graphCalls, type ItemFilter } from '../../../api/access.ts';
import { RowLink } from '../../../parts/actions.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { Toggle } from '../../../parts/fields.tsx';
import { PagedReply, SearchBox } from '../../../parts/list-page.tsx';
import { EmptyState, Panel } from '../../../parts/panel.tsx';
import { Timestamp } from '../../../parts/text.tsx';
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
            <Toggle
              size="xs"
              label="Only what nobody can read"
              checked={unreadable}
              onChange={(on) => go({ tab: 'browse', ...(on ? { unreadable: true } : {}) })}
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

function Items({ connectionId, filter }: { connectionId: string; filter: Omit<ItemFilter, 'offset' | 'limit'> }) {
  return (
    <PagedReply
      list={(window) => graphCalls.items(connectionId, { ...filter, ...window })}
      what="the items"
      rows="items"
      empty={
        <EmptyState icon="access" title="Nothing here">
          {filter.top
            ? 'Nothing has been read yet. Look at the status: it says what is missing.'
            : 'This is empty, or nothing fits what you search for.'}
        </EmptyState>
      }
    >
      {(items) => <ItemTable connectionId={connectionId} items={items} />}
    </PagedReply>
  );
}

function ItemTable({ connectionId, items }: { connectionId: string; items: readonly AclItem[] }) {
  return (
    <DataTable
      label="Items"
      rows={items}
      idOf={(one) => one.id}
      columns={[
        {
          name: 'Name',
          className: 'fact',
          cell: (one) => (
            <RowLink
              to="/access/$connectionId"
              params={{ connectionId }}
              search={{ tab: 'browse', item: one.id }}
              text={one.name}
            />
          ),
        },
        { name: 'Kind', cell: (one) => one.kind },
        { name: 'Grants of its own', numeric: true, cell: (one) => one.grantsCount },
        { name: 'From above', cell: (one) => inheritance(one.inherits) },
        { name: 'Verified', cell: (one) => <Timestamp iso={one.verifiedAt} none="not yet" /> },
      ]}
    />
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
