import '@mantine/core/styles.css';
import './theme/styles.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keys } from './api/accounts.ts';
import { ApiProblem, isSignedOut } from './api/api-problem.ts';
import { createConsoleRouter } from './router.tsx';
import { cssVariables, theme } from './theme/theme.ts';

const queryClient = createQueryClient(() => {
  void router.navigate({ to: '/login', search: { next: router.state.location.href } });
});
const router = createConsoleRouter(queryClient);
// The same name is read by color-scheme.js before the first paint.
const colorScheme = localStorageColorSchemeManager({ key: 'almanac-color-scheme' });

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no element with the id "root" to draw the console in');
createRoot(container).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

/** Called when the session ended while somebody was looking at a page. */
type OnSignedOut = () => void;

function createQueryClient(onSignedOut: OnSignedOut): QueryClient {
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
