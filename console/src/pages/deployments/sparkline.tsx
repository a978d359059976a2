import { Group, Text } from '@mantine/core';
import { whole } from '../../parts/format-number.ts';

const WIDTH = 62;
const HEIGHT = 24;
const GAP = 2;

/** Seven days at a glance, the last one today; the sum beside it. */
export function Sparkline({ days }: { days: readonly number[] }) {
  const most = Math.max(1, ...days);
  const total = days.reduce((sum, count) => sum + count, 0);
  const width = (WIDTH - GAP * (days.length - 1)) / Math.max(1, days.length);
  return (
    <Group gap={8} wrap="nowrap" justify="flex-end">
      <svg
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={`Predictions of the last ${days.length} days: ${days.map(whole).join(', ')}`}
      >
        {days.map((count, day) => {
          const height = count === 0 ? 1 : Math.max(2, (count / most) * HEIGHT);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: days have no other name than their place
              key={day}
              x={day * (width + GAP)}
              y={HEIGHT - height}
              width={width}
              height={height}
              rx={1}
              className={count === 0 ? 'sparkline-none' : 'sparkline'}
            />
          );
        })}
      </svg>
      <Text size="sm" className="number" miw={42} ta="right">
        {whole(total)}
      </Text>
    </Group>
  );
}
