import type { FieldErrors } from '#platform/http/problem.ts';
import { type Aim, NOT_OFFERED } from '../../core/project/aim.schema.ts';

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** What would make other models than those that are trained is refused by name instead of being ignored. */
export function unsupportedFields(aim: Aim): FieldErrors {
  const errors: Record<string, string> = {};
  if (aim.useProjectSettings)
    errors.useProjectSettings = 'useProjectSettings is not offered. Leave it out or send false';
  for (const name of NOT_OFFERED) {
    if (aim[name] !== undefined && !isEmpty(aim[name])) errors[name] = `${name} is not offered. Leave it out`;
  }
  if (aim.unsupervisedType !== undefined && aim.unsupervisedType !== 'anomaly')
    errors.unsupervisedType = 'Clustering is not offered. Leave it out or send "anomaly"';
  return errors;
}
