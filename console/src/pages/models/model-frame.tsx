import { Badge, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiCall } from '../../api/call.ts';
import { callQuery } from '../../api/call-query.ts';
import { type About, type Model, modelCalls } from '../../api/models.ts';
import { type Project, projectQueries } from '../../api/projects.ts';
import { Answer } from '../../parts/answer.tsx';
import { Page } from '../../parts/page.tsx';
import { PartLinks } from '../../parts/part-links.tsx';
import { StarButton } from '../project/leaderboard/star-button.tsx';
import { ModelActions } from './deploy/model-actions.tsx';
import '../projects/projects.css';

const parts = [
  { label: 'Overview', to: '/projects/$projectId/models/$modelId' },
  { label: 'Accuracy', to: '/projects/$projectId/models/$modelId/accuracy' },
  { label: 'Series', to: '/projects/$projectId/models/$modelId/series' },
  { label: 'Features', to: '/projects/$projectId/models/$modelId/features' },
  { label: 'Explanations', to: '/projects/$projectId/models/$modelId/explanations' },
  { label: 'Predictions', to: '/projects/$projectId/models/$modelId/predictions' },
] as const;

/** What every part of a model is about. */
export interface ShownModel {
  readonly project: Project;
  readonly model: Model;
  readonly about: About;
  /** Whether models were judged along a date. */
  readonly dated: boolean;
}

interface ModelFrameProps {
  readonly part: (typeof parts)[number]['label'];
  readonly calls?: (about: About) => readonly ApiCall<unknown>[];
  readonly children: (shown: ShownModel) => ReactNode;
}

export function ModelFrame({ part, calls, children }: ModelFrameProps) {
  const { projectId = '', modelId = '' } = useParams({ strict: false });
  const project = useQuery(projectQueries.one(projectId));
  const model = useQuery(callQuery(modelCalls.one(projectId, modelId)));
  const about = { projectId, modelId };
  return (
    <Page
      title={model.data?.modelType ?? 'Model'}
      {...(model.data && project.data ? { intro: <Where project={project.data} model={model.data} /> } : {})}
      calls={calls ? calls(about) : [modelCalls.one(projectId, modelId)]}
      {...(model.data && project.data ? { actions: <ModelActions project={project.data} model={model.data} /> } : {})}
    >
      <Answer of={project} what="the project">
        {(found) => (
          <Answer of={model} what="this model">
            {(shown) => (
              <Stack gap="lg">
                <PartLinks
                  label="Parts of this model"
                  links={parts
                    .filter(({ label }) => label !== 'Series' || found.partition.useTimeSeries)
                    .map((one) => ({ ...one, params: about }))}
                  current={part}
                />
                {children({
                  project: found,
                  model: shown,
                  about,
                  dated: found.partition.useTimeSeries || found.partition.cvMethod === 'datetime',
                })}
              </Stack>
            )}
          </Answer>
        )}
      </Answer>
    </Page>
  );
}

function Where({ project, model }: { project: Project; model: Model }) {
  return (
    <Group gap={8} component="span">
      <span>
        {`Model ${model.modelNumber} of `}
        <Link to="/projects/$projectId" params={{ projectId: project.id }} className="row-link">
          {project.projectName}
        </Link>
        {`, predicts ${project.target ?? 'anomalies'}`}
      </span>
      {model.modelCategory === 'blend' && <Badge color="gray">blend</Badge>}
      {model.isFrozen && <Badge color="gray">learned again on more data</Badge>}
      <StarButton model={model} />
    </Group>
  );
}
