import { Badge, Button, Group, Stack } from '@mantine/core';
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ApiCall } from '../../api/call.ts';
import { useCall } from '../../api/call-query.ts';
import { type About, type Model, modelCalls } from '../../api/models.ts';
import { type Project, projectQueries } from '../../api/projects.ts';
import { Allowed, HeadButton, RowLink } from '../../parts/actions.tsx';
import { ChoiceField, NameInput } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, PartLinks, ProblemNote } from '../../parts/panel.tsx';
import { StarButton } from '../project/leaderboard/star-button.tsx';
import '../projects/projects.css';
import { ApiProblem } from '../../api/api-problem.ts';
import { begin, useFollow } from '../../api/follow.ts';
import { registryCalls, registryKeys } from '../../api/registry.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { JobProgress } from '../../parts/upload.tsx';
import { DeployModel } from './deploy/deploy-model.tsx';

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
  const model = useCall(modelCalls.one(projectId, modelId));
  const about = { projectId, modelId };
  return (
    <Page
      title={model.data?.modelType ?? 'Model'}
      intro={model.data && project.data && <Where project={project.data} model={model.data} />}
      calls={calls ? calls(about) : [modelCalls.one(projectId, modelId)]}
      actions={model.data && project.data && <ModelActions project={project.data} model={model.data} />}
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
        <RowLink to="/projects/$projectId" params={{ projectId: project.id }} text={project.projectName} />
        {`, predicts ${project.target ?? 'anomalies'}`}
      </span>
      {model.modelCategory === 'blend' && <Badge color="gray">blend</Badge>}
      {model.isFrozen && <Badge color="gray">learned again on more data</Badge>}
      <StarButton model={model} />
    </Group>
  );
}

/** A model leaves its project as a version in the registry, and answers as a deployment. */
function ModelActions({ project, model }: { project: Project; model: Model }) {
  return (
    <Allowed needs={{ object: 'project', id: project.id, need: 'use' }}>
      <HeadButton
        label="Register"
        dialog={(close) => <RegisterModel project={project} model={model} onClose={close} />}
      />
      <HeadButton
        label="Deploy"
        primary
        dialog={(close) => <DeployModel project={project} model={model} onClose={close} />}
      />
    </Allowed>
  );
}

const NEW = '';

function RegisterModel({ project, model, onClose }: { project: Project; model: Model; onClose: () => void }) {
  const [place, setPlace] = useState(NEW);
  const [name, setName] = useState(`${project.projectName}: ${project.target ?? model.modelType}`);
  const registered = useCall(registryCalls.list());
  const navigate = useNavigate();
  const alike = registered.data?.data.filter(({ target }) => target.name === project.target) ?? [];
  return (
    <FormDialog
      title="Register this model"
      onClose={onClose}
      submit="Register"
      call={() =>
        registryCalls.register({
          modelId: model.id,
          ...(place === NEW ? { registeredModelName: name } : { registeredModelId: place }),
        })
      }
      refresh={[registryKeys.all]}
      onDone={({ registeredModelId }) =>
        void navigate({ to: '/registry/$registeredModelId', params: { registeredModelId } })
      }
      refused="The model was not registered"
    >
      <ChoiceField
        label="Where to"
        data={[
          { value: NEW, label: 'A new registered model' },
          ...alike.map((one) => ({ value: one.id, label: `A new version of ${one.name}` })),
        ]}
        value={place}
        onChange={setPlace}
      />
      {place === NEW && <NameInput value={name} onChange={setName} field="registeredModelName" focus={false} />}
    </FormDialog>
  );
}

interface ComputedProps<Data> {
  readonly of: UseQueryResult<Data>;
  /** What is computed: `feature impact`. */
  readonly what: string;
  /** What it tells, and what computing it costs. */
  readonly about: string;
  readonly compute: () => ApiCall<unknown>;
  /** The answers that are there once it was computed. */
  readonly refresh: readonly (readonly string[])[];
  readonly children: (data: Data) => ReactNode;
}

const isMissing = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'insights.not_computed';

/** What is there only after somebody asked for it: the way to ask, the progress, then the thing itself. */
export function Computed<Data>({ of, what, about, compute, refresh, children }: ComputedProps<Data>) {
  const ask = useMutation({ mutationFn: () => begin(compute()) });
  const followed = useFollow(ask.data?.follow, { refresh });
  if (of.data !== undefined || !isMissing(of.error)) {
    return (
      <Answer of={of} what={what}>
        {children}
      </Answer>
    );
  }
  const busy = ask.isPending || (ask.isSuccess && !['failed', 'cancelled'].includes(followed.job?.state ?? ''));
  return (
    <Stack>
      <EmptyState
        icon="chart"
        title={`There is no ${what} yet`}
        action={
          <Allowed needs={compute()}>
            <Button loading={busy} onClick={() => ask.mutate()}>
              {`Compute ${what}`}
            </Button>
          </Allowed>
        }
      >
        {about}
      </EmptyState>
      <ProblemNote problem={ask.error} title={`Computing ${what} did not begin`} />
      <JobProgress of={followed} what={`Computing ${what}`} />
    </Stack>
  );
}
