import type { Dispatcher } from 'undici';

/** Reads that a provider serves by POST, each with the one address it may go to. */
export interface PostedReads {
  readonly token: string;
  readonly batchOfGets?: string;
  readonly activityQuery?: string;
}

export class NotReading extends Error {
  override readonly name = 'NotReading';
}

/**
 * The last door before the network. The types above it offer no way to write; this one refuses it also to code that
 * forgot, so a mistake becomes an error here and never a change at the source.
 */
export function readOnlyAgent(posted: PostedReads, agent: Dispatcher): Dispatcher {
  return agent.compose((dispatch) => (options, handler) => {
    const refusal = notReading(options, posted);
    if (refusal) throw new NotReading(refusal);
    return dispatch(options, handler);
  });
}

type Sent = Pick<Dispatcher.DispatchOptions, 'origin' | 'path' | 'method' | 'body'>;

export function notReading({ origin, path, method, body }: Sent, posted: PostedReads): string | null {
  if (method === 'GET') return null;
  const url = `${String(origin)}${path}`;
  if (method === 'POST' && (url === posted.token || url === posted.activityQuery)) return null;
  if (method === 'POST' && url === posted.batchOfGets)
    return onlyGets(body) ? null : `The batch to ${url} holds something else than GET.`;
  return `${method} ${url} is not a read; connections only read.`;
}

function onlyGets(body: unknown): boolean {
  if (typeof body !== 'string') return false;
  const { requests } = JSON.parse(body) as { requests?: { method?: unknown; body?: unknown }[] };
  return Array.isArray(requests) && requests.every((one) => one.method === 'GET' && one.body === undefined);
}
