import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Page } from '../../api/call.ts';
import type { Deployment } from '../../api/deployments.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Lamp } from '../../parts/lamp.tsx';
import { byLamp, worstLamp } from './worst-lamp.ts';

const SHOWN = 5;
const URGENT = ['failing', 'warning', 'passing', 'unknown'];

export function DeploymentLamps({ found: { data, totalCount } }: { found: Page<Deployment> }) {
  if (totalCount === 0) {
    return (
      <EmptyState icon="rocket" title="No deployments yet" compact>
        Deploy a model of a project, and its health is shown here.
      </EmptyState>
    );
  }
  const judged = data.map((deployment) => ({ deployment, lamp: worstLamp(deployment) }));
  const worstFirst = judged.toSorted((a, b) => URGENT.indexOf(a.lamp) - URGENT.indexOf(b.lamp)).slice(0, SHOWN);
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {byLamp(judged.map(({ lamp }) => lamp)).map(([lamp, count]) => (
          <Group key={lamp} gap={6}>
            <Text fw={600} className="number">
              {count}
            </Text>
            <Lamp state={lamp} />
          </Group>
        ))}
      </Group>
      <Stack component="ul" gap={8} p={0} m={0} style={{ listStyle: 'none' }}>
        {worstFirst.map(({ deployment, lamp }) => (
          <Group component="li" key={deployment.id} justify="space-between" wrap="nowrap">
            <Link to="/deployments/$deploymentId" params={{ deploymentId: deployment.id }} className="row-link fact">
              {deployment.label}
            </Link>
            <Lamp state={lamp} />
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}
