import { Badge, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { type AclPrincipal, graphCalls, type PrincipalType } from '../../../api/access.ts';
import { HeadButton, RowLink } from '../../../parts/actions.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { Toggle } from '../../../parts/fields.tsx';
import { PagedReply, SearchBox } from '../../../parts/list-page.tsx';
import { EmptyState, Panel } from '../../../parts/panel.tsx';
import { useConnectionSearch } from '../use-connection-search.ts';

const TYPES = ['user', 'group', 'siteGroup', 'mail', 'domain', 'tenant', 'everyone', 'anyone'] as const;

export function PrincipalsTab({ connectionId }: { connectionId: string }) {
  const { search, go } = useConnectionSearch();
  const { group, search: text = '', unresolved = false } = search;
  const [type, setType] = useState<PrincipalType | null>(null);
  const filter = {
    ...(type === null ? {} : { type }),
    ...(text === '' ? {} : { searchFor: text }),
    ...(group === undefined ? {} : { memberOf: group }),
    ...(unresolved ? { unresolved: true } : {}),
  };
  const look = (next: object) => go({ tab: 'principals', ...next });
  return (
    <Panel
      title={group === undefined ? 'People and groups' : `Members of ${group}`}
      aside={
        <Group gap="sm">
          {group !== undefined && <HeadButton label="Everybody" onClick={() => look({})} />}
          <Toggle
            size="xs"
            label="Only unresolved"
            checked={unresolved}
            onChange={(on) => look(on ? { unresolved: true } : {})}
          />
          <Select
            size="xs"
            w={130}
            aria-label="Kind"
            placeholder="Every kind"
            data={[...TYPES]}
            value={type}
            onChange={(next) => setType(next as PrincipalType | null)}
            clearable
            clearButtonProps={{ 'aria-label': 'Every kind' }}
          />
          <SearchBox
            label="Search people and groups"
            value={text}
            onSearch={(next) => look(next === '' ? {} : { search: next })}
          />
        </Group>
      }
    >
      <PagedReply
        key={JSON.stringify(filter)}
        list={(window) => graphCalls.principals(connectionId, { ...window, ...filter })}
        what="people and groups"
        rows="principals"
        empty={
          <EmptyState icon="group" title="Nobody here">
            {unresolved ? 'Everybody who was granted something is known.' : 'Nobody fits, or nothing was read yet.'}
          </EmptyState>
        }
      >
        {(principals) => (
          <DataTable
            label="People and groups"
            rows={principals}
            idOf={({ id }) => id}
            columns={[
              { name: 'Name', className: 'fact', cell: (one) => <NameCell connectionId={connectionId} of={one} /> },
              { name: 'E-mail', className: 'fact', cell: ({ email }) => email },
              { name: 'Kind', cell: (one) => one.type },
              { name: 'Members', numeric: true, cell: (one) => (one.type === 'group' ? one.membersCount : '') },
              { name: 'State', cell: (one) => <State of={one} /> },
            ]}
          />
        )}
      </PagedReply>
    </Panel>
  );
}

/** A group leads to its members, a person to what they can read. */
function NameCell({ connectionId, of }: { connectionId: string; of: AclPrincipal }) {
  const { type, id, email } = of;
  const name = of.name ?? email ?? id;
  if (type !== 'group' && (type !== 'user' || email === null)) return name;
  const search = type === 'group' ? { tab: 'principals', group: id } : { tab: 'why', user: email ?? '' };
  return <RowLink to="/access/$connectionId" params={{ connectionId }} search={search} text={name} />;
}

function State({ of }: { of: AclPrincipal }) {
  if (!of.resolved)
    return (
      <Badge variant="dot" color="yellow">
        not in the directory
      </Badge>
    );
  if (!of.active) return <Badge color="gray">suspended</Badge>;
  return of.guest ? <Badge color="gray">guest</Badge> : <Text size="sm">active</Text>;
}
