import { SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import type { ServiceStats } from '../../../api/monitoring.ts';
import { serviceMetrics } from './service-metrics.ts';

interface MetricTilesProps {
  readonly metrics: ServiceStats['metrics'];
  readonly current: string;
  readonly onPick: (name: string) => void;
}

/** Every figure of the period; a click draws it over time. */
export function MetricTiles({ metrics, current, onPick }: MetricTilesProps) {
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 4 }} spacing="sm">
      {serviceMetrics.map(({ name, label, write, about }) => (
        <UnstyledButton
          key={name}
          className="metric-tile"
          aria-pressed={name === current}
          title={about}
          onClick={() => onPick(name)}
        >
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <Text fz={20} fw={600} className="number">
            {write(metrics[name])}
          </Text>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}
