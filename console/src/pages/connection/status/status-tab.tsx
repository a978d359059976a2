import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type AclStatus, connectionQueries } from '../../../api/access.ts';
import { Details } from '../../../parts/data-table.tsx';
import { duration, whole } from '../../../parts/format.ts';
import { Answer, Note, Panel } from '../../../parts/panel.tsx';
import { Dimmed, Timestamp } from '../../../parts/text.tsx';
import { FreshnessBadge } from '../../access/connection-state.tsx';

export function StatusTab({ connectionId }: { connectionId: string }) {
  const status = useQuery(connectionQueries.status(connectionId));
  return (
    <Answer of={status} what="the status">
      {(found) => (
        <Stack gap="lg">
          {found.lastError && (
            <Note tone="careful" title="The last thing that went wrong">
              {`${found.lastError.message} (`}
              <Timestamp iso={found.lastError.at} />)
            </Note>
          )}
          <Panel title="Freshness" aside={<FreshnessBadge status={found} />}>
            <Freshness status={found} />
          </Panel>
          <Panel title="What is held">
            <Counts connectionId={connectionId} status={found} />
          </Panel>
        </Stack>
      )}
    </Answer>
  );
}

function Freshness({ status }: { status: AclStatus }) {
  return (
    <Details
      facts={[
        [
          'Answers questions',
          status.answering ? 'yes' : 'no: nothing is believed, so nobody may read anything until it is read completely',
        ],
        ['Everything as it was at', <Timestamp key="sync" iso={status.lastCompleteSync} />],
        ['People and groups as at', <Timestamp key="directory" iso={status.lastCompleteDirectory} />],
        ['Behind by', status.lagSeconds === null ? 'unknown' : duration(status.lagSeconds)],
      ]}
    />
  );
}

function Counts({ connectionId, status }: { connectionId: string; status: AclStatus }) {
  const { counts, unresolvedPrincipals } = status;
  const to = { to: '/access/$connectionId', params: { connectionId }, className: 'row-link' } as const;
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 5 }} spacing="lg">
      <Figure value={whole(counts.spaces)} label="spaces" />
      <Figure value={whole(counts.items)} label="items" />
      <Figure value={whole(counts.grants)} label="grants" />
      <Figure value={whole(counts.ignoredGrants)} label="grants that never count" />
      <Figure value={whole(counts.users)} label="people" />
      <Figure value={whole(counts.groups)} label="groups" />
      <Figure value={whole(counts.memberships)} label="memberships" />
      <Figure value={whole(counts.unreadableItems)} label="items nobody can read">
        <Link {...to} search={{ tab: 'browse', unreadable: true }}>
          Which
        </Link>
      </Figure>
      <Figure value={whole(unresolvedPrincipals)} label="unresolved principals">
        <Link {...to} search={{ tab: 'principals', unresolved: true }}>
          Which
        </Link>
      </Figure>
    </SimpleGrid>
  );
}

/** One number that matters, with what it counts below it. */
function Figure({ value, label, children }: { value: string; label: string; children?: ReactNode }) {
  return (
    <div>
      <Text fz={24} fw={600} className="number" lh={1.2}>
        {value}
      </Text>
      <Dimmed>{label}</Dimmed>
      {value !== '0' && children && <Text size="sm">{children}</Text>}
    </div>
  );
}
