import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from './call.ts';
import { send } from './send.ts';
import { useCaseCalls, useCaseKeys } from './use-cases.ts';

interface Placed {
  /** Null: a use case is made first, with this thing's name. */
  readonly useCaseId: string | null;
  readonly name: string;
}

/** Makes something that must lie in a use case. */
export function useInUseCase<Input extends Placed, Reply>(
  make: (input: Input, useCaseId: string) => ApiCall<Reply>,
  options: { readonly refresh: readonly string[]; readonly onDone: (reply: Reply) => void },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const { name } = input;
      const id = input.useCaseId ?? (await send(useCaseCalls.create({ name: name.slice(0, 100), description: '' }))).id;
      return send(make(input, id));
    },
    onSuccess: async (reply) => {
      const old = [options.refresh, useCaseKeys.all];
      await Promise.all(old.map((queryKey) => client.invalidateQueries({ queryKey })));
      options.onDone(reply);
    },
  });
}
