import type { RetrainingPolicy } from '../../../api/deployment-settings.ts';
import { scheduleText } from '../../../parts/schedule/schedule-text.ts';

export const actions = [
  { value: 'create_challenger', label: 'becomes a challenger' },
  { value: 'create_model_package', label: 'is registered' },
  { value: 'model_replacement', label: 'replaces the model' },
] as const;

export const strategies = [
  { value: 'autopilot_recommended', label: 'Search for the best model' },
  { value: 'same_blueprint', label: 'The same blueprint' },
  { value: 'same_hyperparameters', label: 'The same blueprint and parameters' },
] as const;

export const triggers = [
  { value: 'none', label: 'only when asked' },
  { value: 'schedule', label: 'by a schedule' },
  { value: 'data_drift_decline', label: 'when data drift fails' },
  { value: 'accuracy_decline', label: 'when accuracy fails' },
] as const;

export const actionText = (action: string): string => actions.find(({ value }) => value === action)?.label ?? action;

/** When it runs. */
export function triggerText({ type, schedule }: RetrainingPolicy['trigger']): string {
  if (type === null) return 'only when asked';
  if (type === 'schedule' && schedule) return scheduleText(schedule);
  return triggers.find(({ value }) => value === type)?.label ?? type;
}
