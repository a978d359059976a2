import type { ColumnKind } from '@almanac/engine';
import type { FeatureSummary } from '../profile/profile.types.ts';

/** The kind a column has in the engine, by what was found in it when it was read. */
export function frameKindOf({ featureType, storedAs }: Pick<FeatureSummary, 'featureType' | 'storedAs'>): ColumnKind {
  switch (featureType) {
    case 'Numeric':
    case 'Percentage':
    case 'Currency':
    case 'Length':
      return 'numeric';
    case 'Date':
      return 'date';
    case 'Boolean':
      return storedAs === 'BOOLEAN' ? 'boolean' : 'categorical';
    case 'Categorical':
      return 'categorical';
    case 'Text':
      return 'text';
  }
}
