import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type UserLimits, usageQueries } from '../../api/usage.ts';
import { Answer } from '../../parts/answer.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { duration } from '../../parts/duration.ts';
import { UsedOf } from './used-of.tsx';

interface OwnLimitsProps {
  readonly limits: UserLimits;
  readonly userId: string;
}

/** Ceilings of the installation, and what quotas bind the reader to. */
export function OwnLimits({ limits: { limits, data }, userId }: OwnLimitsProps) {
  const own = data.find((one) => one.userId === userId);
  const bound = useQuery(usageQueries.limits());
  return (
    <Stack>
      <DataTable label="Your limits" columns={['What', 'Used', 'Starts anew']} numeric={['Used']} minWidth={460}>
        <Table.Tr>
          <Table.Td>LLM calls</Table.Td>
          <Table.Td ta="right">
            <UsedOf used={own?.llmApiCalls ?? 0} limit={limits.llmApiCalls} label="Your LLM calls" />
          </Table.Td>
          <Table.Td c="dimmed">never</Table.Td>
        </Table.Tr>
        <Table.Tr>
          <Table.Td>Vector databases</Table.Td>
          <Table.Td ta="right">
            <UsedOf used={own?.vectorDatabases ?? 0} limit={limits.vectorDatabases} label="Your vector databases" />
          </Table.Td>
          <Table.Td c="dimmed">never</Table.Td>
        </Table.Tr>
        {bound.data?.usage.map((one) => (
          <Table.Tr key={one.resource}>
            <Table.Td className="fact">{one.resource}</Table.Td>
            <Table.Td ta="right">
              <UsedOf used={one.currentUsage} limit={one.maxUsage} label={one.resource} />
            </Table.Td>
            <Table.Td>
              {one.timeToExpire > 0 ? <Text size="sm">{`in ${duration(one.timeToExpire)}`}</Text> : null}
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
      {bound.isError && (
        <Answer of={bound} what="the limits of quotas">
          {() => null}
        </Answer>
      )}
    </Stack>
  );
}
