import { Group, Stack, Text } from '@mantine/core';
import type { Deployment } from '../../../api/deployments.ts';
import { HealthBadge } from '../../../parts/health-badge.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { healthState } from '../../deployments/health-text.ts';

/** Every health status with its reason. */
export function HealthPanel({ deployment }: { deployment: Deployment }) {
  const states = [
    ['Service', deployment.serviceHealth],
    ['Drift', deployment.modelHealth],
    ['Accuracy', deployment.accuracyHealth],
    ['Fairness', deployment.fairnessHealth],
    ['Custom metrics', deployment.customMetricsHealth],
    ['Predictions in time', deployment.predictionsTimelinessHealth],
    ['Actuals in time', deployment.actualsTimelinessHealth],
  ] as const;
  return (
    <Panel title="Health" intro="Thresholds are set under Settings.">
      <Stack gap={10}>
        {states.map(([name, { status, message }]) => (
          <Group key={name} gap="xs" align="flex-start">
            <Text size="sm" w={132} fw={500} style={{ flexShrink: 0 }}>
              {name}
            </Text>
            <div style={{ width: 84, flexShrink: 0 }}>
              <HealthBadge state={healthState(status)} />
            </div>
            <Text size="sm" c="dimmed" flex="1 1 150px">
              {message}
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
