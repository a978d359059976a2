import { z } from 'zod';
import { MOST_RULES, Quota, QuotaRule } from '../quota.schema.ts';

export const TemplateCreate = z.strictObject({
  name: z.string().trim().min(1).max(256),
  rules: z.array(QuotaRule).max(MOST_RULES),
});

export const Template = z
  .strictObject({ id: z.string(), name: z.string(), rules: Quota.shape.defaultRules })
  .meta({ 'x-added': 'v2.39' });
