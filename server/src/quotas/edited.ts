import type { z } from 'zod';
import { invalidFields } from '#platform/http/problem.ts';
import { contradictions } from './quota.rules.ts';
import type { QuotaDefinition, QuotaUpdate } from './quota.schema.ts';

/** What is absent stays; null takes the threshold or the capacity away. Refused when the result contradicts itself. */
export function edited(before: QuotaDefinition, change: z.output<typeof QuotaUpdate>): QuotaDefinition {
  const { defaultRules, policies, shadow, capacity, saturationThreshold } = change;
  const definition: QuotaDefinition = {
    defaultRules: defaultRules ?? before.defaultRules,
    policies: policies ?? before.policies,
    shadow: shadow ?? before.shadow,
    capacity: capacity === undefined ? before.capacity : capacity,
    saturationThreshold: saturationThreshold === undefined ? before.saturationThreshold : saturationThreshold,
  };
  requireSense(definition);
  return definition;
}

export function requireSense(definition: QuotaDefinition): void {
  const wrong = contradictions(definition);
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
}
