import { z } from 'zod';
import { limitUpTo, offset } from '#platform/http/page.ts';

const importance = z.enum(['critical', 'high', 'moderate', 'low']);
const address = z
  .url({ protocol: /^https?$/, error: 'Must be an http or https address of a service that runs' })
  .max(2000);
const tags = z.array(z.strictObject({ name: z.string().min(1).max(100), value: z.string().max(1000) })).max(50);
const headers = z.record(
  z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'Must be the name of a header'),
  z.string().max(8000),
);
const timeoutSeconds = z.int().min(1).max(3600);

export const WorkloadCreate = z.strictObject({
  name: z.string().trim().min(1).max(5000),
  description: z.string().max(10_000).nullish(),
  importance: importance.nullish(),
  address: address.describe('Where the service runs; calls go there through the platform'),
  headers: headers.nullish().describe('Sent to the service with every call; kept sealed and never shown'),
  tags: tags.nullish(),
});

export const WorkloadChange = z.strictObject({
  name: z.string().trim().min(1).max(5000).nullish(),
  description: z.string().max(10_000).nullish(),
  importance: importance.nullish(),
  address: address.nullish(),
  tags: tags.nullish(),
});

export const WorkloadSettings = z.strictObject({ timeoutSeconds, headerNames: z.array(z.string()) });
export const WorkloadSettingsChange = z.strictObject({
  timeoutSeconds: timeoutSeconds.optional(),
  headers: headers.nullish().describe('Replaces all of them; null takes them away'),
});

const texts = z.array(z.string()).optional();
const ORDERS = ['name', 'status', 'createdAt', 'updatedAt'] as const;

export const WorkloadQuery = z.strictObject({
  offset,
  limit: limitUpTo(100, 10),
  search: z.string().max(100).optional(),
  ids: texts,
  createdBy: z.string().optional(),
  tagKeys: texts,
  tagValues: texts,
  orderBy: z.enum([...ORDERS, ...ORDERS.map((order) => `-${order}` as const)]).default('-createdAt'),
  status: texts,
  importance: z.array(importance).optional(),
});

const Person = z.strictObject({ id: z.string(), username: z.string(), email: z.string().nullable() });

export const Workload = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(['running', 'stopped']),
  importance,
  type: z.literal('service'),
  endpoint: z.string(),
  address: z.string().nullable(),
  creator: Person,
  permissions: z.array(z.string()),
  tags: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  lastResponse: z.strictObject({ statusCode: z.int(), timestamp: z.string() }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  artifactId: z.null(),
  runtime: z.null(),
  replacement: z.null(),
});

export const WorkloadEvent = z.strictObject({
  event: z.string(),
  timestamp: z.string(),
  user: z.strictObject({ id: z.string(), username: z.string() }),
});

export const Begun = z.strictObject({ status: z.string(), trackVia: z.string(), workloadId: z.string() });
