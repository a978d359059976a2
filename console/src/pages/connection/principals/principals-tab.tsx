import { Badge, Button, Group, Select, Switch, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type AclPrincipal, graphCalls, type PrincipalType } from '../../../api/access.ts';
import { callQuery } from '../../../api/call-query.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { PAGE_SIZE, Paging, SearchBox } from '../../../parts/list-page.tsx';
import { Answer, EmptyState, Panel } from '../../../parts/panel.tsx';
import { useConnectionSearch } from '../use-connection-search.ts';

const TYPES = ['user', 'group', 'siteGroup', 'mail', 'domain', 'tenant', 'everyone', 'anyone'] as const;

export function PrincipalsTab({ connectionId }: { connectionId: string }) {
  const { search, go } = useConnectionSearch();
  const { group, search: text = '', unresolved = false } = search;
  const [type, setType] = useState<PrincipalType | null>(null);
  const [offset, setOffset] = useState(0);
  const principals = useQuery(
    callQuery(
      graphCalls.principals(connectionId, {
        offset,
        limit: PAGE_SIZE,
        ...(type === null ? {} : { type }),
        ...(text === '' ? {} : { searchFor: text }),
        ...(group === undefined ? {} : { memberOf: group }),
        ...(unresolved ? { unresolved: true } : {}),
      }),
    ),
  );
  const look = (next: object) => {
    setOffset(0);
    go({ tab: 'principals', ...next });
  };
  return (
    <Panel
      title={group === undefined ? 'People and groups' : `Members of ${group}`}
      aside={
        <Group gap="sm">
          {group !== undefined && (
            <Button size="xs" variant="default" onClick={() => look({})}>
              Everybody
            </Button>
          )}
          <Switch
            size="xs"
            label="Only unresolved"
            checked={unresolved}
            onChange={(event) => look(event.currentTarget.checked ? { unresolved: true } : {})}
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
      <Answer of={principals} what="people and groups">
        {({ data, count, totalCount }) =>
          totalCount === 0 ? (
            <EmptyState icon="group" title="Nobody here">
              {unresolved ? 'Everybody who was granted something is known.' : 'Nobody fits, or nothing was read yet.'}
            </EmptyState>
          ) : (
            <>
              <PrincipalTable connectionId={connectionId} principals={data} />
              <Paging offset={offset} count={count} total={totalCount} what="principals" onOffset={setOffset} />
            </>
          )
        }
      </Answer>
    </Panel>
  );
}

interface PrincipalTableProps {
  readonly connectionId: string;
  readonly principals: readonly AclPrincipal[];
}

function PrincipalTable({ connectionId, principals }: PrincipalTableProps) {
  const to = { to: '/access/$connectionId', params: { connectionId }, className: 'row-link' } as const;
  const linkOf = ({ type, id, email }: AclPrincipal) => {
    if (type === 'group') return { tab: 'principals', group: id };
    return type === 'user' && email !== null ? { tab: 'why', user: email } : undefined;
  };
  return (
    <DataTable label="People and groups" columns={['Name', 'E-mail', 'Kind', 'Members', 'State']} numeric={['Members']}>
      {principals.map((one) => {
        const name = one.name ?? one.email ?? one.id;
        const search = linkOf(one);
        return (
          <Table.Tr key={one.id}>
            <Table.Td className="fact">
              {search ? (
                <Link {...to} search={search}>
                  {name}
                </Link>
              ) : (
                name
              )}
            </Table.Td>
            <Table.Td className="fact">{one.email}</Table.Td>
            <Table.Td>{one.type}</Table.Td>
            <Table.Td ta="right" className="number">
              {one.type === 'group' ? one.membersCount : ''}
            </Table.Td>
            <Table.Td>
              <State of={one} />
            </Table.Td>
          </Table.Tr>
        );
      })}
    </DataTable>
  );
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
