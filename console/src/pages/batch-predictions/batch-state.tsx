import { Badge } from '@mantine/core';
import type { BatchJob } from '../../api/batch-predictions.ts';

const states = {
  INITIALIZING: { text: 'waiting', color: 'gray' },
  RUNNING: { text: 'running', color: 'blue' },
  COMPLETED: { text: 'done', color: 'green' },
  ABORTED: { text: 'aborted', color: 'gray' },
  FAILED: { text: 'failed', color: 'red' },
} as const;

export function BatchState({ status }: { status: BatchJob['status'] }) {
  const { text, color } = states[status];
  return (
    <Badge variant="dot" color={color} miw="max-content">
      {text}
    </Badge>
  );
}
