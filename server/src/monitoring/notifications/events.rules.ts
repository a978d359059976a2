import type { DeploymentHealth } from '#deployments';

/** Health checks that cause notifications, and their names in events. */
export const HEALTH_CHECKS = {
  service: 'service_health',
  model: 'data_drift',
  accuracy: 'accuracy',
  fairness: 'fairness_health',
  customMetrics: 'custom_metrics_health',
  predictionsTimeliness: 'predictions_timeliness_health',
  actualsTimeliness: 'actuals_timeliness_health',
} as const satisfies Readonly<Record<keyof DeploymentHealth, string>>;

export type HealthCheck = keyof typeof HEALTH_CHECKS;

const COLOURS = { passing: 'green', warning: 'yellow', failing: 'red' } as const;
type Colour = keyof typeof COLOURS;
const isColour = (status: string): status is Colour => Object.hasOwn(COLOURS, status);

const TRANSITIONS = ['green', 'yellow_from_green', 'yellow_from_red', 'red'] as const;
const WORDS: Readonly<Record<(typeof TRANSITIONS)[number], string>> = {
  green: 'is passing again',
  yellow_from_green: 'is at risk',
  yellow_from_red: 'is at risk, no longer failing',
  red: 'is failing',
};
const LABELS: Readonly<Record<HealthCheck, string>> = {
  service: 'Service health',
  model: 'Data drift',
  accuracy: 'Accuracy',
  fairness: 'Fairness',
  customMetrics: 'Custom metrics',
  predictionsTimeliness: 'Timeliness of predictions',
  actualsTimeliness: 'Timeliness of actuals',
};

export const MODEL_REPLACED = 'model_deployments.model_replacement';
export const BATCH_ENDED = { success: 'batch_predictions.success', failed: 'batch_predictions.failed' } as const;
export const TEST = 'notifications.test';
const GROUPS = ['model_deployments.all', 'model_deployments.health'] as const;
const NAMES = Object.keys(HEALTH_CHECKS) as HealthCheck[];

/** Everything a policy may wait for. */
export const EVENTS: readonly { readonly id: string; readonly label: string; readonly groups: readonly string[] }[] = [
  ...NAMES.flatMap((check) =>
    TRANSITIONS.map((turn) => ({
      id: `model_deployments.${HEALTH_CHECKS[check]}_${turn}`,
      label: `${LABELS[check]} ${WORDS[turn]}`,
      groups: [...GROUPS],
    })),
  ),
  { id: MODEL_REPLACED, label: 'The model was replaced', groups: [GROUPS[0]] },
  { id: BATCH_ENDED.failed, label: 'A batch job failed', groups: [GROUPS[0]] },
  { id: BATCH_ENDED.success, label: 'A batch job is complete', groups: [GROUPS[0]] },
];
export const EVENT_TYPES = EVENTS.map(({ id }) => id);
export const EVENT_GROUPS: readonly string[] = GROUPS;

/** The event of a changed status; null for changes without an event: the first green, and to or from an unknown status. */
export function transitionEvent(check: HealthCheck, from: string, to: string): string | null {
  if (from === to || !isColour(to)) return null;
  if (to === 'passing' && !isColour(from)) return null;
  const turn = to === 'warning' ? (from === 'failing' ? 'yellow_from_red' : 'yellow_from_green') : COLOURS[to];
  return `model_deployments.${HEALTH_CHECKS[check]}_${turn}`;
}

export const isKnownColour = isColour;
export const labelOf = (eventType: string): string => EVENTS.find(({ id }) => id === eventType)?.label ?? eventType;

/** Whether a policy waits for an event. */
export const matchesEvent = (
  { event_type, event_group }: { readonly event_type: string | null; readonly event_group: string | null },
  eventType: string,
): boolean =>
  event_type === eventType ||
  (event_group !== null && (EVENTS.find(({ id }) => id === eventType)?.groups.includes(event_group) ?? false));
