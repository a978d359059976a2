import type { WorkloadMetric } from '../../api/workloads.ts';
import { figure, milliseconds, share, whole } from '../../parts/format-number.ts';
import type { ServiceFigure } from '../../parts/metric-tiles.tsx';

export const workloadFigures: readonly ServiceFigure<WorkloadMetric>[] = [
  { name: 'totalRequests', label: 'Requests', write: whole, about: 'All requests' },
  { name: 'requestsPerMinute', label: 'Requests a minute', write: figure, about: 'On average over the period' },
  { name: 'concurrentRequests', label: 'At once', write: whole, about: 'The most calls that ran at the same time' },
  { name: 'responseTime', label: 'Response time', write: milliseconds, about: 'Of the service, the median' },
  { name: 'slowRequests', label: 'Slow requests', write: whole, about: 'Longer than two seconds' },
  { name: 'userErrorRate', label: 'Refused', write: share, about: 'Calls that were wrong or over a limit' },
  { name: 'serverErrorRate', label: 'Failed', write: share, about: 'Calls the service could not answer' },
];

export const figureNamed = (name: string | undefined): ServiceFigure<WorkloadMetric> =>
  workloadFigures.find((one) => one.name === name) ?? (workloadFigures[0] as ServiceFigure<WorkloadMetric>);

/** Bars are for what is counted. */
export const isCount = (name: WorkloadMetric): boolean =>
  name === 'totalRequests' || name === 'slowRequests' || name === 'concurrentRequests';
