import { Badge } from '@mantine/core';
import type { Workload } from '../../api/workloads.ts';

export function WorkloadState({ of: { status } }: { of: Workload }) {
  return (
    <Badge variant="dot" color={status === 'running' ? 'green' : 'gray'} miw="max-content">
      {status}
    </Badge>
  );
}
