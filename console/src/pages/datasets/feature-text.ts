import type { Feature } from '../../api/datasets.ts';

const reasons = {
  empty: 'empty',
  constant: 'one value only',
  identifier: 'an identifier',
  duplicate: 'a copy',
} as const;

/** Why a model learns nothing from it, in a word or two. */
export const featureRemark = ({ lowInformationReason }: Feature): string | undefined =>
  lowInformationReason === null ? undefined : reasons[lowInformationReason];

/** What is special about a feature, as a sentence; empty when nothing is. */
export function featureIntro(feature: Feature): string {
  const sentences = [
    feature.lowInformationReason === 'duplicate' && `It has the same values as ${feature.duplicateOf} in every row.`,
    feature.lowInformationReason === 'empty' && 'It has no values at all.',
    feature.lowInformationReason === 'constant' && 'It has one value only, so a model learns nothing from it.',
    feature.lowInformationReason === 'identifier' && 'It names rows instead of describing them.',
    feature.timeSeriesEligible &&
      `It can order a time series${feature.timeStep === null ? '' : `, one row every ${feature.timeStep} ${plural(feature)}`}.`,
    feature.dateFormat !== null && `Written as ${feature.dateFormat}.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

const plural = ({ timeStep, timeUnit }: Feature): string =>
  `${(timeUnit ?? '').toLowerCase()}${timeStep === 1 ? '' : 's'}`;
