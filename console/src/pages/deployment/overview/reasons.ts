/** Why a model is replaced, as the API names it and as people say it. */
export const reasons = [
  { value: 'ACCURACY', label: 'Accuracy' },
  { value: 'DATA_DRIFT', label: 'Data drift' },
  { value: 'ERRORS', label: 'Errors' },
  { value: 'SCHEDULED_REFRESH', label: 'Scheduled refresh' },
  { value: 'SCORING_SPEED', label: 'Scoring speed' },
  { value: 'OTHER', label: 'Other' },
] as const;
export type Reason = (typeof reasons)[number]['value'];

export const reasonText = (reason: string | null): string =>
  reason === null ? '' : (reasons.find(({ value }) => value === reason)?.label ?? reason);
