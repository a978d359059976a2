import { withoutNulls } from '../without-nulls.ts';
import type { PolicyDefinition, PolicyOptions } from './policy.schema.ts';

const FIRST: PolicyDefinition = {
  action: 'create_challenger',
  featureListStrategy: 'same_as_champion',
  modelSelectionStrategy: 'autopilot_recommended',
  projectOptionsStrategy: 'same_as_champion',
  autopilotOptions: {
    blendBestModels: false,
    mode: 'quick',
    runLeakageRemovedFeatureList: false,
    scoringCodeOnly: false,
    shapOnlyMode: false,
  },
  projectOptions: null,
  timeSeriesOptions: null,
  trigger: {
    type: null,
    schedule: null,
    minIntervalBetweenRuns: null,
    statusDeclinesToWarning: null,
    statusDeclinesToFailing: null,
    statusStillInDecline: null,
    customJobId: null,
  },
  useCaseId: null,
};

/** The policy after a change: fields that are not sent stay, a trigger is replaced as a whole. */
export function definePolicy(options: PolicyOptions, before: PolicyDefinition = FIRST): PolicyDefinition {
  const { name: _, description: __, customJobId: ___, useCaseId, ...groups } = options;
  const { autopilotOptions, projectOptions, timeSeriesOptions, trigger, ...strategies } = groups;
  return {
    ...before,
    ...withoutNulls(strategies),
    autopilotOptions: { ...before.autopilotOptions, ...withoutNulls(autopilotOptions ?? {}) },
    projectOptions: projectOptions ? withoutNulls(projectOptions) : before.projectOptions,
    timeSeriesOptions: timeSeriesOptions ? withoutNulls(timeSeriesOptions) : before.timeSeriesOptions,
    trigger: trigger ? { ...FIRST.trigger, ...withoutNulls(trigger) } : before.trigger,
    useCaseId: useCaseId === undefined ? before.useCaseId : useCaseId,
  };
}

/** What cannot be done, by the place of the field. */
export function wrongPolicy({
  modelSelectionStrategy,
  autopilotOptions,
  trigger,
}: PolicyDefinition): Record<string, string> {
  const errors: Record<string, string> = {};
  if (modelSelectionStrategy === 'custom_job') errors.modelSelectionStrategy = 'Custom jobs are not offered';
  if (trigger.type === 'custom_job') errors['trigger.type'] = 'Custom jobs are not offered';
  if (trigger.type === 'schedule' && trigger.schedule === null)
    errors['trigger.schedule'] = 'A trigger by schedule needs a schedule';
  if (autopilotOptions.scoringCodeOnly)
    errors['autopilotOptions.scoringCodeOnly'] = 'Models are served here and have no scoring code';
  return errors;
}

/** Of an ISO 8601 duration; months have 30 days and years 365. */
export function millisecondsOf(span: string): number {
  const found = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(span);
  const [years, months, weeks, days, hours, minutes, seconds] = (found?.slice(1) ?? []).map((text) =>
    Number(text ?? 0),
  );
  const inDays = (years ?? 0) * 365 + (months ?? 0) * 30 + (weeks ?? 0) * 7 + (days ?? 0);
  return (((inDays * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000;
}

export interface Decline {
  readonly what: 'data_drift' | 'accuracy';
  readonly from: string;
  readonly to: string;
}

/** Whether a policy is triggered by this change of a health status. */
export function answersTo({ trigger }: PolicyDefinition, { what, from, to }: Decline): boolean {
  if (trigger.type !== `${what}_decline`) return false;
  const bad = to === 'warning' || to === 'failing';
  if (!bad) return false;
  if (from === to) return trigger.statusStillInDecline === true;
  return to === 'failing' ? trigger.statusDeclinesToFailing !== false : trigger.statusDeclinesToWarning === true;
}
