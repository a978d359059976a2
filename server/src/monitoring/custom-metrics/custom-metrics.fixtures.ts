import type { ServedApp } from '../../../test/served-app.ts';

/** Calls about one deployment: `call('POST customMetrics/', body)`. */
export const callsOf =
  ({ ask }: ServedApp, deploymentId: string, key: string) =>
  (line: string, body?: unknown, as = key) => {
    const [method, path] = line.split(' ');
    return ask(`${method} /api/v2/deployments/${deploymentId}/${path}`, {
      key: as,
      ...(body === undefined ? {} : { body }),
    });
  };

export const aMetric = (over: object = {}) => ({
  name: 'cost',
  units: 'USD',
  isModelSpecific: false,
  type: 'average',
  directionality: 'lowerIsBetter',
  baselineValues: [{ value: 2 }],
  timeStep: 'hour',
  description: '',
  ...over,
});
