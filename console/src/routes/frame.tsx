import type { QueryClient } from '@tanstack/react-query';
import type { RouteComponent } from '@tanstack/react-router';
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
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

export type Address = Record<string, unknown>;
type Named<Name extends string, Value> = { [Key in Name]?: Value };

/**
 * A page inside the shell: its path, its component, loaded when it is first opened, and what it reads of the address.
 * What has a wrong shape there is left out.
 */
export const page = <const Path extends string, Module extends object, Search extends object = object>(
  path: Path,
  load: () => Promise<Module>,
  component: keyof Module & string,
  search: (address: Address) => Search = () => ({}) as Search,
) =>
  createRoute({
    getParentRoute: within,
    path,
    validateSearch: search,
    component: lazyRouteComponent(load as () => Promise<Record<string, RouteComponent>>, component),
  });

const read =
  <Value,>(accept: (value: unknown) => Value | undefined) =>
  <Name extends string>(...names: readonly Name[]) =>
  (address: Address): Named<Name, Value> => {
    const found = names.map((name) => [name, accept(address[name])] as const);
    return Object.fromEntries(found.filter(([, value]) => value !== undefined)) as Named<Name, Value>;
  };

/** Texts that are not empty. */
export const texts = read((value) => (typeof value === 'string' && value !== '' ? value : undefined));
/** Positive whole numbers. */
export const numbers = read((value) =>
  Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined,
);
/** An id that looks like a number is an id all the same. */
export const words = read((value) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined,
);
export const flags = read((value): boolean | undefined => (value === true ? true : undefined));

/** Where one is in a long list, and what it is searched for. */
export const list = (address: Address) => ({ ...texts('search')(address), ...numbers('offset')(address) });
