import { hideSecrets } from './hide-secrets.ts';
import type { HttpOptions } from './http-server.ts';
import type { RouteRecord } from './route.ts';

const SLOW_SECONDS = 2;

export interface Answered {
  readonly record: RouteRecord | null;
  readonly method: string;
  readonly url: string;
  readonly id: string;
  readonly userId: string | undefined;
  readonly status: number;
  readonly seconds: number;
}

/** What is told of a request once it is answered: metrics always, a line in the log when it was slow or failed. */
export function afterAnswer({ platform, observe }: Pick<HttpOptions, 'platform' | 'observe'>): (all: Answered) => void {
  const debugging = platform.log.isLevelEnabled('debug');
  return ({ record, method, url, id, userId, status, seconds }) => {
    const seen = { operation: record?.operation ?? 'none', method, status, seconds };
    observe?.(seen);
    const isWrong = (status >= 500 && status !== 501) || seconds > SLOW_SECONDS;
    if (!isWrong && !debugging) return;
    const line = { ...seen, reqId: id, url: hideSecrets(url) };
    if (isWrong) platform.log.warn({ ...line, user: userId }, 'slow or failed request');
    else platform.log.debug(line, 'request');
  };
}
