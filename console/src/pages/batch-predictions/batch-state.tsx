import { Badge } from '@mantine/core';
import type { BatchJob } from '../../api/batch-predictions.ts';
import { PartLinks } from '../../parts/panel.tsx';

const states = {
  INITIALIZING: { text: 'waiting', color: 'gray' },
  RUNNING: { text: 'running', color: 'blue' },
  COMPLETED: { text: 'done', color: 'green' },
  ABORTED: { text: 'aborted', color: 'gray' },
  FAILED: { text: 'failed', color: 'red' },
} as const;

const waitingForQuota = { text: 'waiting for quota', color: 'yellow' } as const;

interface BatchStateProps {
  readonly status: BatchJob['status'];
  /** It could go on, and the quota of its deployment gives nothing more for a while. */
  readonly isHeldUp?: boolean;
}

export function BatchState({ status, isHeldUp = false }: BatchStateProps) {
  const { text, color } = isHeldUp ? waitingForQuota : states[status];
  return (
    <Badge variant="dot" color={color} miw="max-content">
      {text}
    </Badge>
  );
}

const links = [
  { label: 'Jobs', to: '/batch-predictions' },
  { label: 'Definitions', to: '/batch-predictions/definitions' },
] as const;

/** The two lists of batch predictions: what ran, and what runs again. */
export const BatchParts = ({ current }: { current: (typeof links)[number]['label'] }) => (
  <PartLinks label="Parts of batch predictions" links={links} current={current} />
);
