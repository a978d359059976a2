import { Group, Progress, Text } from '@mantine/core';
import type { Count } from '../../api/quotas.ts';
import { fullness, shareOf } from './share-of.ts';

interface UsedOfProps {
  readonly used: Count;
  /** Null: as much as one likes. */
  readonly limit: Count | null;
  /** What is counted, for those who cannot see the bar. */
  readonly label: string;
}

const format = (count: Count): string => count.toLocaleString('en');

/** A count against its ceiling. */
export function UsedOf({ used, limit, label }: UsedOfProps) {
  if (limit === null) {
    return (
      <Text span size="sm" className="number">
        {format(used)}
        <Text span size="sm" c="dimmed">
          {' (no limit)'}
        </Text>
      </Text>
    );
  }
  const part = shareOf(used, limit);
  return (
    <Group gap="sm" wrap="nowrap" justify="flex-end">
      <Progress value={part * 100} w={110} size="sm" flex="none" color={fullness(part)} aria-label={label} />
      <Text span size="sm" className="number" style={{ whiteSpace: 'nowrap' }}>
        {`${format(used)} of ${format(limit)}`}
      </Text>
    </Group>
  );
}
