import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from './call.ts';
import { send } from './send.ts';

interface ChangeOptions<Input, Reply> {
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
