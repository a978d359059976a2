import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Span, WorkloadMetric } from '../../api/workloads.ts';
import { figure, milliseconds, share, whole } from '../../parts/format.ts';
import type { ServiceFigure } from '../../parts/metric-tiles.tsx';
import { selectionOf, USUAL_DAYS } from '../deployment/period.ts';

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

/** The stretch of time in the address: hours of a day, else days. */
export function useSpan(): { readonly days: number; readonly span: Span } {
  const { days = USUAL_DAYS } = useSearch({ from: '/signed-in/workloads/$workloadId' });
  const span = useMemo((): Span => {
    const { start = '' } = selectionOf({ days }, new Date());
    return { start, resolution: days === 1 ? 'PT1H' : 'P1D' };
  }, [days]);
  return { days, span };
}
