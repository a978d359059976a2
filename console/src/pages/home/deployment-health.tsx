import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Page } from '../../api/call.ts';
import type { Deployment } from '../../api/deployments.ts';
import { EmptyState } from '../../parts/panel.tsx';
import { HealthBadge, PlainList } from '../../parts/text.tsx';
import { countByHealth, worstHealth } from './worst-health.ts';

const SHOWN = 5;
const URGENT = ['failing', 'warning', 'passing', 'unknown'];

export function DeploymentHealth({ found: { data, totalCount } }: { found: Page<Deployment> }) {
  if (totalCount === 0) {
    return (
      <EmptyState icon="rocket" title="No deployments yet" compact>
        Deploy a model of a project, and its health is shown here.
      </EmptyState>
    );
  }
  const rated = data.map((deployment) => ({ deployment, health: worstHealth(deployment) }));
  const worstFirst = rated.toSorted((a, b) => URGENT.indexOf(a.health) - URGENT.indexOf(b.health)).slice(0, SHOWN);
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {countByHealth(rated.map(({ health }) => health)).map(([health, count]) => (
          <Group key={health} gap={6}>
            <Text fw={600} className="number">
              {count}
            </Text>
            <HealthBadge state={health} />
          </Group>
        ))}
      </Group>
      <PlainList gap={8}>
        {worstFirst.map(({ deployment, health }) => (
          <Group component="li" key={deployment.id} justify="space-between" wrap="nowrap">
            <Link to="/deployments/$deploymentId" params={{ deploymentId: deployment.id }} className="row-link fact">
              {deployment.label}
            </Link>
            <HealthBadge state={health} />
          </Group>
        ))}
      </PlainList>
    </Stack>
  );
}
