import { Button, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type QuotaDefinition, quotaCalls, type Replayed } from '../../../api/quotas.ts';
import { send } from '../../../api/send.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { inUtc, whole } from '../../../parts/format.ts';
import { Panel, ProblemNote } from '../../../parts/panel.tsx';
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
          <Button size="xs" variant="default" disabled={!definition} onClick={() => ask('today')}>
            Today
          </Button>
          <Button size="xs" variant="default" disabled={!definition} onClick={() => ask('yesterday')}>
            Yesterday
          </Button>
        </Group>
      }
    >
      <ProblemNote problem={replay.error} title="It could not be tried" />
      {replay.data ? (
        <Result replayed={replay.data} />
      ) : (
        <Text size="sm" c="dimmed">
          Choose a day.
        </Text>
      )}
    </Panel>
  );
}

function Result({ replayed }: { replayed: Replayed }) {
  const figures = [
    ['Selection', replayed.asked],
    ['Would be refused', replayed.refused],
    ['Were refused then', replayed.refusedThen],
  ] as const;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">{`${inUtc(replayed.from)} to ${inUtc(replayed.to)}. ${replayed.estimate}`}</Text>
      <SimpleGrid cols={3}>
        {figures.map(([label, value]) => (
          <div key={label} className="metric-tile">
            <Text size="xs" c="dimmed">
              {label}
            </Text>
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
          columns={['Caller', 'Selection', 'Would be refused', 'Were refused then']}
          numeric={['Selection', 'Would be refused', 'Were refused then']}
          minWidth={480}
        >
          {replayed.consumers.slice(0, 100).map(({ userId, deploymentId, ...counts }) => (
            <Table.Tr key={`${userId} ${deploymentId}`}>
              <Table.Td>{deploymentId ? `deployment ${deploymentId}` : userId}</Table.Td>
              {[counts.asked, counts.refused, counts.refusedThen].map((count, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three columns in their order
                <Table.Td key={at} ta="right" className="number">
                  {whole(count)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </DataTable>
      )}
    </Stack>
  );
}

/** Where the day began, in UTC as quotas count it. */
const midnight = (now: Date): string => `${now.toISOString().slice(0, 10)}T00:00:00.000Z`;
