import { Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCall } from '../../api/call-query.ts';
import { type Count, type UserLimits, usageCalls } from '../../api/quotas.ts';
import { ResourceLink, resourceText } from '../../parts/actions.tsx';
import { duration } from '../../parts/format.ts';
import { ProblemNote } from '../../parts/panel.tsx';
import { Small } from '../../parts/text.tsx';
import { fullness, limitText, shareOf } from './usage-text.ts';

interface OwnLimitsProps {
  readonly limits: UserLimits;
  readonly userId: string;
  /** How many columns, on wide screens. */
  readonly columns?: number;
}

/** Ceilings of the installation, and what quotas bind the reader to. */
export function OwnLimits({ limits: { limits, data }, userId, columns = 1 }: OwnLimitsProps) {
  const own = data.find((one) => one.userId === userId);
  const bound = useCall(usageCalls.limits());
  return (
    <Stack>
      <SimpleGrid
        cols={{ base: 1, sm: columns }}
        spacing="xl"
        verticalSpacing="md"
        component="ul"
        m={0}
        p={0}
        style={{ listStyle: 'none' }}
      >
        <Limit name="LLM calls" used={own?.llmApiCalls ?? 0} limit={limits.llmApiCalls} />
        <Limit name="Vector databases" used={own?.vectorDatabases ?? 0} limit={limits.vectorDatabases} />
        {bound.data?.usage.map((one) => (
          <Limit
            key={one.resource}
            of={<ResourceLink of={one} name={one.resourceName} />}
            name={limitText(one)}
            label={`${resourceText(one, one.resourceName)}: ${limitText(one)}`}
            used={one.currentUsage}
            limit={one.maxUsage}
            {...(one.timeToExpire > 0 ? { resets: `resets in ${duration(one.timeToExpire)}` } : {})}
          />
        ))}
      </SimpleGrid>
      <ProblemNote problem={bound.error} title="Could not load the limits of quotas" />
    </Stack>
  );
}

interface LimitProps {
  /** Of what, where it is not of the whole installation. */
  readonly of?: ReactNode;
  readonly name: string;
  /** The same in one text, for those who cannot see the bar. */
  readonly label?: string;
  readonly used: Count;
  /** Null: as much as one likes. */
  readonly limit: Count | null;
  readonly resets?: string;
}

function Limit({ of, name, label = name, used, limit, resets }: LimitProps) {
  const part = limit === null ? 0 : shareOf(used, limit);
  return (
    <li>
      <div className="limit-line">
        <Text size="sm" className="fact">
          {of}
          {of === undefined ? name : `, ${name}`}
        </Text>
        <Text size="sm" className="number" ta="right" flex="none">
          {limit === null
            ? `${used.toLocaleString('en')} (no limit)`
            : `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`}
        </Text>
      </div>
      {limit !== null && <Progress mt={4} size="sm" value={part * 100} color={fullness(part)} aria-label={label} />}
      {resets && <Small mt={2}>{resets}</Small>}
    </li>
  );
}
