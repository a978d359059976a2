import { PartLinks } from '../../parts/part-links.tsx';

const links = [
  { label: 'Jobs', to: '/batch-predictions' },
  { label: 'Definitions', to: '/batch-predictions/definitions' },
] as const;

/** The two lists of batch predictions: what ran, and what runs again. */
export const BatchParts = ({ current }: { current: (typeof links)[number]['label'] }) => (
  <PartLinks label="Parts of batch predictions" links={links} current={current} />
);
