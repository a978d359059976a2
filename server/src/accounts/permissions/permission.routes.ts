import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { permissions } from './permissions.ts';

const Permission = z.strictObject({ name: z.string(), title: z.string(), about: z.string() });

export const permissionRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/permissions/',
    operation: 'listPermissions',
    part: 'accounts',
    summary: 'Every feature an account may hold: its name on the wire, the name people read, and what it opens',
    history: { added: 'v2.43' },
    access: 'account',
    replies: { 200: z.strictObject({ data: z.array(Permission), count: z.int() }) },
    handle: () => ({
      data: permissions.map(({ name, title, about }) => ({ name, title, about })),
      count: permissions.length,
    }),
  }),
];
