import type { Category, DatasetItem } from '../../api/datasets.ts';
import { StateBadge } from '../../parts/text.tsx';

const states = {
  RUNNING: { text: 'being read', color: 'almanac' },
  COMPLETED: { text: 'ready', color: 'green' },
  ERROR: { text: 'not readable', color: 'red' },
} as const;

export function DatasetState({ state }: { state: DatasetItem['processingState'] }) {
  return <StateBadge {...states[state]} />;
}

const words: Readonly<Record<Category, string>> = {
  TRAINING: 'training',
  PREDICTION: 'prediction',
  SAMPLE: 'sample',
};

export const categoryNames = Object.keys(words) as Category[];
export const categoryText = (category: Category): string => words[category];
