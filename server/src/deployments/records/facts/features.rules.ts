import type { BundleColumn } from '../../bundle.ts';

interface Wanted {
  readonly includeNonPredictionFeatures?: boolean | undefined;
  readonly forSegmentedAnalysis?: boolean | undefined;
  readonly search?: string | undefined;
  readonly orderBy?: 'name' | '-name' | 'importance' | '-importance' | undefined;
}

const SEGMENTABLE = ['Categorical', 'Boolean', 'Numeric'];

/** The columns a request sends; those the model does without only when asked for. */
export function wantedFeatures(columns: readonly BundleColumn[], wanted: Wanted): BundleColumn[] {
  const { includeNonPredictionFeatures, forSegmentedAnalysis, search, orderBy } = wanted;
  const text = search?.toLowerCase() ?? '';
  const chosen = columns.filter(
    ({ name, needed, knownInAdvance, featureType }) =>
      (needed || knownInAdvance || includeNonPredictionFeatures === true || forSegmentedAnalysis === true) &&
      (forSegmentedAnalysis !== true || SEGMENTABLE.includes(featureType)) &&
      name.toLowerCase().includes(text),
  );
  if (orderBy === undefined) return chosen;
  const sign = orderBy.startsWith('-') ? -1 : 1;
  return orderBy.endsWith('name')
    ? chosen.sort((a, b) => sign * (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    : chosen.sort((a, b) => sign * ((a.importance ?? -1) - (b.importance ?? -1)));
}
