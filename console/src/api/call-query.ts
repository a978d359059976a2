import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from './call.ts';
import { printExact } from './exact-json.ts';
import { send } from './send.ts';

interface CallQueryOptions<Reply> {
  /** After how many milliseconds to ask again, by the reply so far. */
  readonly poll?: (reply: Reply | undefined) => number | false;
  readonly staleTime?: number;
  readonly retry?: false;
  /** What the reply depends on besides the call. */
  readonly version?: string;
}

/**
 * The key of a reply in the cache: the path, then the query. Refreshing `['deployments', id]` refreshes the deployment
 * and everything below it.
 */
function keyOf({ method, path, query, body }: ApiCall<unknown>, version: string | undefined): readonly string[] {
  const input = { ...query, ...(method === 'GET' ? {} : { [method]: body ?? null }) };
  return [
    ...path.split('/').filter(Boolean).map(decodeURIComponent),
    ...(Object.keys(input).length > 0 ? [printExact(input)] : []),
    ...(version === undefined ? [] : [version]),
  ];
}

/** The options of `useQuery` for a call. */
export const callQuery = <Reply>(call: ApiCall<Reply>, options: CallQueryOptions<Reply> = {}) => {
  const { poll, version, ...rest } = options;
  return queryOptions({
    queryKey: keyOf(call, version),
    queryFn: ({ signal }) => send(call, signal),
    refetchInterval: ({ state }) => poll?.(state.data) ?? false,
    ...rest,
  });
};

interface CallOptions<Reply> extends CallQueryOptions<Reply> {
  readonly enabled?: boolean;
  /** What was there stays on screen until the reply to a changed call arrives. */
  readonly keepPrevious?: boolean;
}

/** The reply to a call, asked for when it is needed and cached. */
export function useCall<Reply>(call: ApiCall<Reply>, options: CallOptions<Reply> = {}) {
  const { enabled = true, keepPrevious = false, ...rest } = options;
  return useQuery({
    ...callQuery(call, rest),
    enabled,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

export interface ChangeOptions<Input, Reply> {
  /** The answers that are no longer true after the change. */
  readonly refresh?: readonly (readonly string[])[];
  /** What no longer exists after the change, and must not be asked for again. */
  readonly forget?: readonly (readonly string[])[];
  /** A 401 then means wrong credentials in the form, not the end of the session. */
  readonly signingIn?: boolean;
  readonly onDone?: (reply: Reply, input: Input) => void;
}

/** A call that changes something: sends it, then refreshes what the change made old. */
export function useChange<Input, Reply>(
  make: (input: Input) => ApiCall<Reply>,
  options: ChangeOptions<Input, Reply> = {},
) {
  const client = useQueryClient();
  return useMutation({
    meta: { signingIn: options.signingIn ?? false },
    mutationFn: (input: Input) => send(make(input)),
    onSuccess: async (reply, input) => {
      await Promise.all((options.refresh ?? []).map((queryKey) => client.invalidateQueries({ queryKey })));
      options.onDone?.(reply, input);
      for (const queryKey of options.forget ?? []) client.removeQueries({ queryKey, type: 'inactive' });
    },
  });
}
