import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { keys } from './accounts.ts';
import { ApiProblem, isSignedOut } from './api-problem.ts';

/** Called when the session ended while somebody was looking at a page. */
type OnSignedOut = () => void;

export function createQueryClient(onSignedOut: OnSignedOut): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => endWhenSignedOut(error) }),
    mutationCache: new MutationCache({
      onError: (error, _input, _result, mutation) => {
        // A wrong password also answers 401; it ends no session.
        if (mutation.meta?.signingIn !== true) endWhenSignedOut(error);
      },
    }),
    defaultOptions: {
      queries: { retry: (count, error) => count < 2 && isPassing(error), staleTime: 10_000 },
      mutations: { retry: false },
    },
  });
  function endWhenSignedOut(error: unknown): void {
    if (!isSignedOut(error) || client.getQueryData(keys.account) === undefined) return;
    client.clear();
    onSignedOut();
  }
  return client;
}

/** No answer, or a server that asks to wait: worth another attempt. A refusal is not. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 502 || error.status === 503);
