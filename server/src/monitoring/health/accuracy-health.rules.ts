import { metricNamed } from '@almanac/engine';
import type { HealthSettings } from '#deployments';
import type { LampLight } from './drift-health.rules.ts';

/** Fewer rows say more about chance than about the model. */
const LEAST = 100;

export interface SeenAccuracy {
  readonly rows: number;
  readonly matched: number;
  readonly value: number | null;
  readonly baseline: number | null;
}

const digits = (value: number): string => String(Number(value.toPrecision(4)));

/** Turns a metric into a lamp, as the health settings of the deployment say. */
export function accuracyLamp(seen: SeenAccuracy, settings: HealthSettings['accuracy']): LampLight {
  const { metric, measurement, warningThreshold, failingThreshold } = settings;
  const { rows, matched, value, baseline } = seen;
  const unknown = (message: string): LampLight => ({ status: 'unknown', message });
  if (matched === 0) return unknown('No actuals have been received for predictions of this stretch');
  if (matched < LEAST)
    return unknown(`${matched} of ${rows} rows have an actual, which are too few; ${LEAST} are enough`);
  if (value === null) return unknown(`${metric} does not exist on the rows whose actual is known`);
  if (warningThreshold === null && failingThreshold === null) {
    return unknown(`${metric} is ${digits(value)}; no threshold says what that means`);
  }
  const worse = worseningOf(metric, measurement, value, baseline);
  if (worse === null) return unknown(`There is no ${metric} of training to compare ${digits(value)} with`);
  const said = `${metric} is ${digits(value)} on ${matched} of ${rows} rows${baseline === null ? '' : `, in training it was ${digits(baseline)}`}`;
  if (exceeds(worse, failingThreshold)) return { status: 'failing', message: said };
  if (exceeds(worse, warningThreshold)) return { status: 'warning', message: said };
  return { status: 'passing', message: said };
}

type Worsening = (threshold: number) => boolean;
const exceeds = (worse: Worsening, threshold: number | null): boolean => threshold !== null && worse(threshold);

/** Whether the metric is worse than a threshold: a value, or so many percent worse than in training. */
function worseningOf(
  metric: string,
  measurement: HealthSettings['accuracy']['measurement'],
  value: number,
  baseline: number | null,
): Worsening | null {
  const lowerIsBetter = metricNamed(metric).direction === 'lower';
  if (measurement === 'value') return (threshold) => (lowerIsBetter ? value > threshold : value < threshold);
  if (baseline === null || baseline === 0) return null;
  const change = (100 * (value - baseline)) / Math.abs(baseline);
  return (threshold) => (lowerIsBetter ? change : -change) > threshold;
}
