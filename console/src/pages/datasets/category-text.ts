import type { Category } from '../../api/datasets.ts';

const words: Readonly<Record<Category, string>> = {
  TRAINING: 'training',
  PREDICTION: 'prediction',
  SAMPLE: 'sample',
};

export const categoryNames = Object.keys(words) as Category[];
export const categoryText = (category: Category): string => words[category];
