import type { ServiceStats } from '../../../api/monitoring.ts';
import { milliseconds, share, whole } from '../../../parts/format.ts';
import type { ServiceFigure } from '../../../parts/metric-tiles.tsx';

type Name = keyof ServiceStats['metrics'];

type ServiceMetric = ServiceFigure<Name>;

export const QUANTILES = [
  { value: '0.5', label: 'median' },
  { value: '0.9', label: '90 %' },
  { value: '0.95', label: '95 %' },
  { value: '0.99', label: '99 %' },
] as const;

const perMinute = (value: number | null): string => `${whole(value)} / min`;

export const serviceMetrics: readonly ServiceMetric[] = [
  { name: 'totalRequests', label: 'Requests', write: whole, about: 'All requests' },
  { name: 'totalPredictions', label: 'Predictions', write: whole, about: 'Rows that were answered' },
  { name: 'responseTime', label: 'Response time', write: milliseconds, about: 'From the last byte in to the answer' },
  { name: 'executionTime', label: 'Execution time', write: milliseconds, about: 'Reading rows, the model, writing' },
  { name: 'slowRequests', label: 'Slow requests', write: whole, about: 'Longer than a second' },
  { name: 'userErrorRate', label: 'Refused', write: share, about: 'Requests that were wrong or over a limit' },
  { name: 'serverErrorRate', label: 'Failed', write: share, about: 'Requests the server could not answer' },
  { name: 'numConsumers', label: 'Consumers', write: whole, about: 'Different callers' },
  { name: 'cacheHitRatio', label: 'Model in memory', write: share, about: 'Requests that met a loaded model' },
  { name: 'medianLoad', label: 'Median load', write: perMinute, about: 'Requests a minute, in minutes with any' },
  { name: 'peakLoad', label: 'Peak load', write: perMinute, about: 'The busiest minute' },
];

export const metricNamed = (name: string | undefined): ServiceMetric =>
  serviceMetrics.find((metric) => metric.name === name) ?? (serviceMetrics[0] as ServiceMetric);
