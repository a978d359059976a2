import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Importance } from '../../../api/deployments.ts';
import { useFollow } from '../../../api/follow.ts';
import type { Model } from '../../../api/models.ts';
import type { Project } from '../../../api/projects.ts';
import type { ModelVersion, NewDeployment } from '../../../api/registry.ts';
import { registryCalls, registryKeys, registryQueries } from '../../../api/registry.ts';
import { send } from '../../../api/send.ts';
import { FormModal } from '../../../parts/dialogs.tsx';
import { ChoiceField, LongTextField, TextField, useFields } from '../../../parts/fields.tsx';
import { Note } from '../../../parts/panel.tsx';
import { JobProgress } from '../../../parts/upload.tsx';
import { importances } from '../../deployments/health-text.ts';

/** Straight from the leaderboard: the model is registered on the way. */
export function DeployModel(props: { readonly project: Project; readonly model: Model; readonly onClose: () => void }) {
  const { project, model, onClose } = props;
  return <DeployDialog source={{ modelId: model.id }} name={project.projectName} onClose={onClose} />;
}

export function DeployVersion({ version, onClose }: { readonly version: ModelVersion; readonly onClose: () => void }) {
  return <DeployDialog source={{ versionId: version.id }} name={version.name} onClose={onClose} />;
}

function DeployDialog({ source, name, onClose }: { source: Source; name: string; onClose: () => void }) {
  const { values, field } = useFields({ label: name, description: '', importance: 'MODERATE' as Importance });
  const { description, ...rest } = values;
  const deploy = useDeploy(source);
  return (
    <FormModal
      title="Deploy this model"
      onClose={onClose}
      submit="Deploy"
      onSubmit={() => deploy.start({ ...rest, ...(description === '' ? {} : { description }) })}
      change={{ isPending: deploy.busy, error: deploy.problem }}
      refused="The model was not deployed"
    >
      <TextField label="Name of the deployment" {...field('label')} required data-autofocus />
      <LongTextField label="Description" description="Optional" {...field('description')} />
      <ChoiceField label="Importance" data={importances.toReversed()} {...field('importance')} />
      {deploy.stage && <Note>{deploy.stage}</Note>}
      <JobProgress of={deploy.following} what="Starting the deployment" refused="The deployment did not start" />
    </FormModal>
  );
}

/** A model of a leaderboard, or a version that is in the registry already. */
type Source = { readonly modelId: string } | { readonly versionId: string };

type Request = Omit<NewDeployment, 'modelPackageId'>;

/** Registers the model where it is not, waits until the version is built, deploys it, and goes to the deployment. */
function useDeploy(source: Source) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [request, setRequest] = useState<Request>();
  const register = useMutation({
    mutationFn: async () =>
      'versionId' in source ? source.versionId : (await send(registryCalls.register({ modelId: source.modelId }))).id,
  });
  const versionId = register.data;
  const version = useQuery({ ...registryQueries.version(versionId ?? ''), enabled: versionId !== undefined });
  const deploy = useMutation({ mutationFn: (deployment: NewDeployment) => send(registryCalls.deploy(deployment)) });
  const status = version.data?.buildStatus;
  const { mutate, isIdle } = deploy;
  useEffect(() => {
    if (status === 'complete' && request && versionId && isIdle) mutate({ ...request, modelPackageId: versionId });
  }, [status, request, versionId, isIdle, mutate]);
  const id = deploy.data?.id;
  const following = useFollow(deploy.data?.statusId, {
    refresh: [registryKeys.all, ['deployments']],
    onDone: () => id && void navigate({ to: '/deployments/$deploymentId', params: { deploymentId: id } }),
  });
  const failed = status === 'failed' ? new Error(version.data?.buildError ?? 'The version could not be built.') : null;
  const problem = register.error ?? version.error ?? failed ?? deploy.error;
  const begun = request !== undefined && problem === null && following.job?.state !== 'failed';
  return {
    start: (given: Request) => {
      setRequest(given);
      deploy.reset();
      if (versionId === undefined) register.mutate();
      else void client.invalidateQueries({ queryKey: registryKeys.versions });
    },
    busy: begun,
    /** What is being done before the deployment itself starts. */
    stage:
      begun && deploy.isIdle ? 'Taking the model out of its project: its files, its columns, its reference data.' : '',
    problem,
    following,
  };
}
