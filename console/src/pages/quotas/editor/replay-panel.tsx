import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type QuotaDefinition, quotaCalls, type Replayed } from '../../../api/quotas.ts';
import { send } from '../../../api/send.ts';
import { HeadButton } from '../../../parts/actions.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { inUtc, whole } from '../../../parts/format.ts';
import { Panel, ProblemNote } from '../../../parts/panel.tsx';
import { Dimmed, Small } from '../../../parts/text.tsx';
import { ruleName } from './rule-text.ts';

interface ReplayPanelProps {
  readonly quotaId: string;
  /** As it is typed; undefined while something typed is wrong. */
  readonly definition: QuotaDefinition | undefined;
}

type Span = 'yesterday' | 'today';

/** What the quota on screen would have refused. Changes nothing. */
export function ReplayPanel({ quotaId, definition }: ReplayPanelProps) {
  const replay = useMutation({
    mutationFn: ({ asked, span }: { asked: QuotaDefinition; span: Span }) =>
      send(quotaCalls.replay(quotaId, { ...asked, ...(span === 'today' ? { from: midnight(new Date()) } : {}) })),
  });
  const ask = (span: Span) => definition && replay.mutate({ asked: { ...definition, shadow: false }, span });
  return (
    <Panel
      title="Try it on the past"
      intro="What the limits on screen would have refused, saved or not. Nothing changes."
      aside={
        <Group gap="xs">
          <HeadButton label="Today" disabled={!definition} onClick={() => ask('today')} />
          <HeadButton label="Yesterday" disabled={!definition} onClick={() => ask('yesterday')} />
        </Group>
      }
    >
      <ProblemNote problem={replay.error} title="It could not be tried" />
      {replay.data ? <Result replayed={replay.data} /> : <Dimmed>Choose a day.</Dimmed>}
    </Panel>
  );
}

function Result({ replayed }: { replayed: Replayed }) {
  const figures = [
    ['Requests', replayed.asked],
    ['Would be refused', replayed.refused],
    ['Were refused then', replayed.refusedThen],
  ] as const;
  return (
    <Stack gap="sm">
      <Dimmed>{`${inUtc(replayed.from)} to ${inUtc(replayed.to)}. ${replayed.estimate}`}</Dimmed>
      <SimpleGrid cols={3}>
        {figures.map(([label, value]) => (
          <div key={label} className="metric-tile">
            <Small>{label}</Small>
            <Text fz={20} fw={600} className="number">
              {whole(value)}
            </Text>
          </div>
        ))}
      </SimpleGrid>
      {replayed.byRule.length > 0 && (
        <Text size="sm">
          {replayed.byRule.map(({ rule, refused }) => `${whole(refused)} by ${ruleName(rule)}`).join(', ')}
        </Text>
      )}
      {replayed.consumers.length > 0 && (
        <DataTable
          label="Who would be refused"
          minWidth={480}
          rows={replayed.consumers.slice(0, 100)}
          idOf={({ userId, deploymentId }) => `${userId} ${deploymentId}`}
          columns={[
            { name: 'Caller', cell: (one) => (one.deploymentId ? `deployment ${one.deploymentId}` : one.userId) },
            { name: 'Requests', numeric: true, cell: ({ asked }) => whole(asked) },
            { name: 'Would be refused', numeric: true, cell: ({ refused }) => whole(refused) },
            { name: 'Were refused then', numeric: true, cell: ({ refusedThen }) => whole(refusedThen) },
          ]}
        />
      )}
    </Stack>
  );
}

/** Where the day began, in UTC as quotas count it. */
const midnight = (now: Date): string => `${now.toISOString().slice(0, 10)}T00:00:00.000Z`;
