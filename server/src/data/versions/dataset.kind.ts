import type { Resource, SharedKind } from '#accounts';

export const DATASET: SharedKind = { type: 'dataset', title: 'dataset', listedAt: 'datasets/' };

export const getDatasetOrThrow = (id: string): Resource => ({ kind: DATASET, id });
