import type { FieldErrors } from '#platform/http/problem.ts';
import { type Aim, NOT_OFFERED, ONLY_OFF } from '../../core/project/aim.schema.ts';

type Name = keyof Aim;

/** Where only one value is what happens. */
const ONLY: Partial<Record<Name, { readonly value: unknown; readonly because: string }>> = {
  autopilotDataSelectionMethod: { value: 'duration', because: 'Backtests are laid out by duration' },
  autopilotDataSamplingMethod: { value: 'random', because: 'Rows are sampled at random where there are very many' },
  modelSplits: { value: 5, because: 'Models are not split' },
  useSupervisedFeatureReduction: { value: true, because: 'The engine always chooses which features it derives' },
  minSecondaryValidationModelCount: { value: 0, because: 'Every model of a run is evaluated in the same way' },
  unsupervisedType: { value: 'anomaly', because: 'Clustering is not offered' },
};

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Unsupported fields are refused by name instead of being ignored. */
export function unsupportedFields(aim: Aim): FieldErrors {
  const errors: Record<string, string> = {};
  for (const name of ONLY_OFF) {
    if (aim[name] !== undefined && aim[name] !== false)
      errors[name] = `${name} is not offered. Leave it out or send false`;
  }
  for (const name of NOT_OFFERED) {
    if (aim[name] !== undefined && !isEmpty(aim[name])) errors[name] = `${name} is not offered. Leave it out`;
  }
  for (const [name, { value, because }] of Object.entries(ONLY)) {
    const said = aim[name as Name];
    if (said !== undefined && said !== value)
      errors[name] = `${because}. Leave it out or send ${JSON.stringify(value)}`;
  }
  return errors;
}
