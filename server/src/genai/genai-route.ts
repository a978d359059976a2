import { routeGroup } from '#platform/http/route.ts';

/** The routes of this module need an account and refuse with `{detail}`. */
export const genaiRoute = routeGroup({ part: 'genai', added: 'v2.33', errors: 'detail' });
