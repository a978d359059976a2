import { Badge } from '@mantine/core';
import type { Category, DatasetItem } from '../../api/datasets.ts';

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

const words: Readonly<Record<Category, string>> = {
  TRAINING: 'training',
  PREDICTION: 'prediction',
  SAMPLE: 'sample',
};

export const categoryNames = Object.keys(words) as Category[];
export const categoryText = (category: Category): string => words[category];
