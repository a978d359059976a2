import { Badge } from '@mantine/core';
import type { DatasetItem } from '../../api/datasets.ts';

const states = {
  RUNNING: { text: 'being read', color: 'almanac' },
  COMPLETED: { text: 'ready', color: 'green' },
  ERROR: { text: 'not readable', color: 'red' },
} as const;

export function DatasetState({ state }: { state: DatasetItem['processingState'] }) {
  const { text, color } = states[state];
  return (
    <Badge variant="dot" color={color}>
      {text}
    </Badge>
  );
}
