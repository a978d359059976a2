import { z } from 'zod';
import { offset } from '#platform/http/page.ts';
import { versionFilters } from './package.schema.ts';

const direction = z.enum(['asc', 'desc']).optional();
const search = z.string().max(255).optional();
/** 0 means all. */
const limit = z.int().min(0).max(1000).default(100);
const window = { offset, limit };

export const PackageQuery = z.strictObject({
  ...window,
  ...versionFilters,
  /** The older name of `compatibleWithModelPackageId`. */
  similarTo: z.string().optional(),
  search,
  sortKey: z.enum(['version', 'modelType', 'status', 'createdAt', 'modifiedAt', 'updatedAt']).optional(),
  sortDirection: direction,
});

const moment = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'Must be a time like 2026-01-31T12:00:00Z')
  .transform((text) => new Date(text))
  .optional();

export const RegisteredModelQuery = z.strictObject({
  ...window,
  ...versionFilters,
  search,
  isGlobal: z.boolean().optional(),
  createdAtStartTs: moment,
  createdAtEndTs: moment,
  modifiedAtStartTs: moment,
  modifiedAtEndTs: moment,
  createdBy: z.string().max(320).optional(),
  sortKey: z.enum(['createdAt', 'modifiedAt', 'name']).optional(),
  sortDirection: direction,
});

export const FeatureQuery = z.strictObject({
  ...window,
  search,
  orderBy: z.enum(['name', '-name', 'importance', '-importance']).optional(),
});

export const AssociatedQuery = z.strictObject({
  ...window,
  search,
  sortKey: z.enum(['createdAt', 'label']).optional(),
  sortDirection: direction,
});
