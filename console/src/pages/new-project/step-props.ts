import type { ProjectFeature } from '../../api/projects.ts';
import type { Wizard } from './use-wizard.ts';

/** What every step after the first is given. */
export interface StepProps {
  readonly wizard: Wizard;
  readonly projectId: string;
  readonly features: readonly ProjectFeature[];
}
