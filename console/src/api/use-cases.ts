import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ApiCall, type BodyOf, get, type ItemOf, patch, post, type ReplyOf, remove, type Window } from './call.ts';
import { send } from './send.ts';

export type UseCase = ReplyOf<'get', 'useCases/{useCaseId}/'>;
/** Something that lies in a use case. */
export type Resource = ItemOf<'useCases/{useCaseId}/resources/'>;

export const useCaseCalls = {
  list: (window: Window, search?: string) => get('useCases/', { ...window, search: search || undefined }),
  create: (body: BodyOf<'post', 'useCases/'>) => post('useCases/', { body }),
  one: (useCaseId: string) => get('useCases/{useCaseId}/', { useCaseId }),
  change: (useCaseId: string, body: BodyOf<'patch', 'useCases/{useCaseId}/'>) =>
    patch('useCases/{useCaseId}/', { useCaseId, body }),
  remove: (useCaseId: string) => remove('useCases/{useCaseId}/', { useCaseId }),
  resources: (useCaseId: string) => get('useCases/{useCaseId}/resources/', { useCaseId, limit: 1000 }),
  link: (useCaseId: string, collection: string, entityId: string) =>
    post('useCases/{useCaseId}/{collection}/{entityId}/', { useCaseId, collection, entityId, body: {} }),
  unlink: (useCaseId: string, collection: string, entityId: string) =>
    remove('useCases/{useCaseId}/{collection}/{entityId}/', { useCaseId, collection, entityId }),
};

export const useCaseKeys = { all: ['useCases'], one: (id: string) => ['useCases', id] } as const;

interface Placed {
  /** Null: a use case is created first, with the name of the new item. */
  readonly useCaseId: string | null;
  readonly name: string;
}

/** Creates something that must lie in a use case. */
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
