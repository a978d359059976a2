import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { list, within } from './frame.tsx';

/** An id that looks like a number is an id all the same. */
const word = <Name extends string>(name: Name, search: Record<string, unknown>): { [Key in Name]?: string } => {
  const value = search[name];
  const isWord = (typeof value === 'string' && value !== '') || typeof value === 'number';
  return isWord ? ({ [name]: String(value) } as { [Key in Name]?: string }) : {};
};

const flag = <Name extends string>(name: Name, search: Record<string, unknown>): { [Key in Name]?: boolean } =>
  search[name] === true ? ({ [name]: true } as { [Key in Name]?: boolean }) : {};

/** Pages of this part come into the router here. */
export const accessRoutes = [
  createRoute({
    getParentRoute: within,
    path: 'access',
    validateSearch: list,
    component: lazyRouteComponent(() => import('../pages/access/connections-page.tsx'), 'ConnectionsPage'),
  }),
  createRoute({
    getParentRoute: within,
    path: 'access/$connectionId',
    validateSearch: (search) => ({
      ...word('tab', search),
      ...word('user', search),
      ...word('itemId', search),
      ...word('item', search),
      ...word('group', search),
      ...word('search', search),
      ...flag('unreadable', search),
      ...flag('unresolved', search),
    }),
    component: lazyRouteComponent(() => import('../pages/connection/connection-page.tsx'), 'ConnectionPage'),
  }),
] as const;
