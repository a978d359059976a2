import { Badge } from '@mantine/core';
import type { Deployment } from '../../api/deployments.ts';

const texts: Partial<Record<Deployment['status'], { text: string; color: string }>> = {
  inactive: { text: 'switched off', color: 'gray' },
  launching: { text: 'launching', color: 'blue' },
  stopping: { text: 'stopping', color: 'blue' },
  replacingModel: { text: 'replacing its model', color: 'blue' },
  errored: { text: 'failed to launch', color: 'red' },
  archived: { text: 'archived', color: 'gray' },
};

/** Only what is not as usual is said. */
export function StatusBadge({ status }: { status: Deployment['status'] }) {
  const told = texts[status];
  return told ? (
    <Badge ml={8} size="sm" variant="dot" color={told.color}>
      {told.text}
    </Badge>
  ) : null;
}
