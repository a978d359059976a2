import type { HealthResult } from './drift-health.ts';

export interface ServiceActivity {
  readonly requests: number;
  readonly userErrors: number;
  readonly serverErrors: number;
}

/** Not for anybody to configure: no error passes, mistakes of callers warn, our own fail. */
export function evaluateService({ requests, userErrors, serverErrors }: ServiceActivity): HealthResult {
  if (requests === 0) return { status: 'unknown', message: 'No predictions have been made in this stretch' };
  if (serverErrors > 0) {
    return { status: 'failing', message: `${serverErrors} of ${requests} requests failed on the side of the server` };
  }
  if (userErrors > 0) {
    return { status: 'warning', message: `${userErrors} of ${requests} requests were refused as wrong` };
  }
  return { status: 'passing', message: `All ${requests} requests were answered` };
}
