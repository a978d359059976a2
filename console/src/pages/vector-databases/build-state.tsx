import { Badge } from '@mantine/core';
import type { VectorDatabase } from '../../api/vector-databases.ts';

const states = {
  NEW: { color: 'gray', text: 'waiting' },
  RUNNING: { color: 'yellow', text: 'being built' },
  COMPLETED: { color: 'green', text: 'ready' },
  ERROR: { color: 'red', text: 'failed' },
} as const;

export function BuildState({ of }: { of: VectorDatabase }) {
  const { color, text } = states[of.executionStatus];
  return (
    <Badge variant="dot" color={color}>
      {text}
    </Badge>
  );
}
