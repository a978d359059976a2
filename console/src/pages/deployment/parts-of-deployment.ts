import type { PartLink } from '../../parts/part-links.tsx';

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

export type DeploymentPart = (typeof parts)[number]['label'];

export const partsOf = (deploymentId: string): readonly PartLink[] =>
  parts.map((part) => ({ ...part, params: { deploymentId } }));
