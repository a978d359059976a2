import '@mantine/core/styles.css';
import './theme/styles.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
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
