import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiCall } from '../../api/call.ts';
import { type Deployment, deploymentCalls, deploymentQueries } from '../../api/deployments.ts';
import { Page } from '../../parts/page.tsx';
import { Answer, type PartLink, PartLinks } from '../../parts/panel.tsx';
import { HealthBadge } from '../../parts/text.tsx';
import { healthState } from '../deployments/health-text.ts';
import { StatusBadge } from '../deployments/status-badge.tsx';

interface DeploymentFrameProps {
  readonly part: DeploymentPart;
  /** What this part asks, besides the deployment itself. */
  readonly calls?: (deploymentId: string) => readonly ApiCall<unknown>[];
  readonly actions?: (deployment: Deployment) => ReactNode;
  readonly children: (deployment: Deployment) => ReactNode;
}

/** What every page of a deployment has around it: its name, its health, the way to its other parts. */
export function DeploymentFrame({ part, calls, actions, children }: DeploymentFrameProps) {
  const { deploymentId = '' } = useParams({ strict: false });
  const deployment = useQuery(deploymentQueries.get(deploymentId));
  const found = deployment.data;
  return (
    <Page
      title={found?.label ?? 'Deployment'}
      intro={found && `${found.model.type}, predicts ${found.model.targetName ?? 'no target'}`}
      calls={calls ? calls(deploymentId) : [deploymentCalls.get(deploymentId)]}
      actions={found && actions?.(found)}
    >
      <Answer of={deployment} what="this deployment">
        {(shown) => (
          <Stack gap="lg">
            <Group gap="xs">
              <HealthBadge of="Service" state={healthState(shown.serviceHealth.status)} />
              <HealthBadge of="Drift" state={healthState(shown.modelHealth.status)} />
              <HealthBadge of="Accuracy" state={healthState(shown.accuracyHealth.status)} />
              <StatusBadge status={shown.status} />
            </Group>
            <PartLinks label="Parts of this deployment" links={partsOf(shown.id)} current={part} />
            {children(shown)}
          </Stack>
        )}
      </Answer>
    </Page>
  );
}

const parts = [
  { label: 'Overview', to: '/deployments/$deploymentId' },
  { label: 'Predictions', to: '/deployments/$deploymentId/predictions' },
  { label: 'Service', to: '/deployments/$deploymentId/service' },
  { label: 'Drift', to: '/deployments/$deploymentId/drift' },
  { label: 'Accuracy', to: '/deployments/$deploymentId/accuracy' },
  { label: 'Metrics', to: '/deployments/$deploymentId/metrics' },
  { label: 'Batches', to: '/deployments/$deploymentId/batches' },
  { label: 'Challengers', to: '/deployments/$deploymentId/challengers' },
  { label: 'Retraining', to: '/deployments/$deploymentId/retraining' },
  { label: 'Settings', to: '/deployments/$deploymentId/settings' },
  { label: 'Quota', to: '/deployments/$deploymentId/quota' },
] as const;

type DeploymentPart = (typeof parts)[number]['label'];

const partsOf = (deploymentId: string): readonly PartLink[] =>
  parts.map((part) => ({ ...part, params: { deploymentId } }));
