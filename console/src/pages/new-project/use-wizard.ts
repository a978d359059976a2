import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Draft, type DraftChange, readDraft } from './draft.ts';
import { type Step, stepOf } from './steps.ts';

export interface Wizard {
  readonly step: Step;
  readonly projectId: string | undefined;
  readonly datasetId: string | undefined;
  readonly draft: Draft;
  readonly go: (step: Step) => void;
  /** The project the wizard is about, once its data are read. */
  readonly withProject: (projectId: string) => void;
  readonly change: (change: DraftChange) => void;
}

/** Where somebody is in the wizard and what they chose: all of it is the address. */
export function useWizard(): Wizard {
  const { step, projectId, datasetId, draft = {} } = useSearch({ from: '/signed-in/projects/new' });
  const navigate = useNavigate({ from: '/projects/new' });
  const go = useCallback((next: Step) => void navigate({ search: (now) => ({ ...now, step: next }) }), [navigate]);
  const withProject = useCallback(
    (id: string) => void navigate({ search: { projectId: id, step: 'target' } }),
    [navigate],
  );
  const change = useCallback(
    (some: DraftChange) =>
      void navigate({
        search: (now) => ({ ...now, draft: readDraft({ ...now.draft, ...some }) }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return { step: stepOf(step, projectId !== undefined), projectId, datasetId, draft, go, withProject, change };
}
