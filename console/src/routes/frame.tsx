import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { queries } from '../api/accounts.ts';
import { isSignedOut } from '../api/api-problem.ts';
import { NotFoundPage } from '../pages/problem-page.tsx';
import { Shell } from '../shell/shell.tsx';

interface RouterContext {
  readonly queryClient: QueryClient;
}

export const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFoundPage });

/** Everything behind the session: nobody sees a page before the server said who they are. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(queries.account());
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
    }
  },
});

/** The parent of every page inside the shell. */
export const within = () => signedIn;

/** Reads one text out of the address; nothing when it is empty. */
export const text = <Name extends string>(name: Name, search: Record<string, unknown>): { [Key in Name]?: string } => {
  const value = search[name];
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as { [Key in Name]?: string }) : {};
};

/** Where one is in a long list, and what it is searched for. */
export const list = (search: Record<string, unknown>): { search?: string; offset?: number } => {
  const offset = Number(search.offset);
  return { ...text('search', search), ...(Number.isSafeInteger(offset) && offset > 0 ? { offset } : {}) };
};
