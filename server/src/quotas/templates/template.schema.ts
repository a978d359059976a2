import { z } from 'zod';
import { MOST_RULES, Quota, QuotaRule } from '../quota.schema.ts';

export const TemplateQuery = z.strictObject({ offset: z.int().min(0), limit: z.int().min(1).max(100) });

export const TemplateCreate = z.strictObject({
  name: z.string().trim().min(1).max(256),
  rules: z.array(QuotaRule).max(MOST_RULES),
});

export const Template = z.strictObject({ id: z.string(), name: z.string(), rules: Quota.shape.defaultRules });
