import { z } from 'zod';
import { offset, pageQuery } from '#platform/http/page.ts';

const COUNTS = ['projects', 'datasets', 'files', 'notebooks', 'applications', 'customApplications'] as const;
const MORE = ['recipes', 'deployments', 'playgrounds', 'vectorDatabases', 'registeredModelVersions'] as const;
/** Collections whose entities a use case counts. */
export const COUNTED = [...COUNTS, ...MORE] as const;
export type EntityCounts = Record<`${(typeof COUNTED)[number]}Count`, number>;
const entityCounts = Object.fromEntries(COUNTED.map((name) => [`${name}Count`, z.int()])) as {
  [Name in keyof EntityCounts]: z.ZodInt;
};

const ORDERS = [
  ...['id', 'name', 'description', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'],
  ...[...COUNTS, 'playgrounds', 'vectorDatabases'].map((collection) => `${collection}Count`),
] as const;

/** The documentation of one client tells people to write `created_at`. */
const camel = (text: string): string => text.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
export const orderedBy = (fields: readonly string[]) =>
  z
    .string()
    .transform(camel)
    .refine((order) => fields.includes(order.replace(/^-/, '')), {
      error: `Must be one of ${fields.join(', ')}, each also with a leading -`,
    });

const limit = z.int().min(1).max(100).default(100);

export const UseCaseQuery = z.strictObject({
  offset,
  limit,
  search: z.string().max(500).optional(),
  projectId: z.string().optional(),
  applicationId: z.string().optional(),
  entityId: z.string().optional(),
  entityType: z.string().optional(),
  createdBy: z.string().optional(),
  usecaseType: z.enum(['all', 'general', 'walkthrough']).optional(),
  showOrgUseCases: z.boolean().optional().describe('Only those that are shared with the whole organization'),
  orderBy: orderedBy(ORDERS).optional(),
  sort: orderedBy(ORDERS).optional(),
});

const name = z.string().trim().min(1).max(100).nullish();
const description = z.string().max(1000).nullish();
export const UseCaseCreate = z.strictObject({ name, description }).prefault({});
export type UseCaseCreate = z.output<typeof UseCaseCreate>;
export const UseCaseChange = z.strictObject({ name, description }).prefault({});
export type UseCaseChange = z.output<typeof UseCaseChange>;

const RESOURCE_ORDERS = ['entityType', 'lastActivity', 'name', 'updatedAt', 'updatedBy'] as const;
export const ResourcesQuery = pageQuery().extend({
  search: z.string().max(500).optional(),
  orderBy: orderedBy(RESOURCE_ORDERS).optional(),
  sort: orderedBy(RESOURCE_ORDERS).optional(),
  daysSinceLastActivity: z.int().min(1).max(3650).optional(),
  recipeStatus: z.enum(['draft', 'preview', 'published']).optional(),
});

const Person = z.strictObject({
  id: z.string(),
  email: z.string().nullable(),
  fullName: z.string().nullable(),
  username: z.string().nullable(),
  userhash: z.null(),
});

export const UseCase = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  createdAt: z.iso.datetime(),
  created: Person,
  updatedAt: z.iso.datetime(),
  updated: Person,
  modelsCount: z.int(),
  ...entityCounts,
  owners: z.array(Person),
  members: z.array(Person),
  role: z.enum(['OWNER', 'EDITOR', 'CONSUMER', 'OBSERVER']),
});

export const Reference = z.strictObject({
  id: z.string(),
  entityType: z.string(),
  entityId: z.string(),
  experimentContainerId: z.string(),
  createdAt: z.iso.datetime(),
  created: Person,
  isDeleted: z.boolean(),
});

export const ResourceItem = Reference.extend({
  name: z.string(),
  useCaseId: z.string(),
  useCaseName: z.string(),
  updatedAt: z.iso.datetime(),
  updated: Person.nullable(),
  lastActivity: z.iso.datetime(),
  metadata: z.record(z.string(), z.unknown()),
});

export const LinkMove = z.strictObject({ useCaseId: z.string().min(1).max(64) });
const entity = z.strictObject({ entityType: z.string(), entityId: z.string().min(1).max(64) });
export const Multilink = z.strictObject({
  entitiesList: z.array(entity).min(1).max(100),
});
