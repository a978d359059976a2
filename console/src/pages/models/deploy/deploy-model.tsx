import { Button, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fieldError } from '../../../api/api-problem.ts';
import type { Importance } from '../../../api/deployments.ts';
import { useFollow } from '../../../api/follow.ts';
import type { Model } from '../../../api/models.ts';
import type { Project } from '../../../api/projects.ts';
import {
  type ModelVersion,
  type NewDeployment,
  registryCalls,
  registryKeys,
  registryQueries,
} from '../../../api/registry.ts';
import { send } from '../../../api/send.ts';
import { JobProgress } from '../../../parts/job-progress.tsx';
import { Note, ProblemNote } from '../../../parts/panel.tsx';

interface DeployDialogProps {
  readonly source: Source;
  readonly name: string;
  readonly onClose: () => void;
}

/** Straight from the leaderboard: the model is registered on the way. */
export function DeployModel(props: { readonly project: Project; readonly model: Model; readonly onClose: () => void }) {
  const { project, model, onClose } = props;
  return <DeployDialog source={{ modelId: model.id }} name={project.projectName} onClose={onClose} />;
}

export function DeployVersion({ version, onClose }: { readonly version: ModelVersion; readonly onClose: () => void }) {
  return <DeployDialog source={{ versionId: version.id }} name={version.name} onClose={onClose} />;
}

const weights = [
  { value: 'LOW', label: 'Low' },
  { value: 'MODERATE', label: 'Moderate' },
  { value: 'HIGH', label: 'High' },
  { value: 'CRITICAL', label: 'Critical' },
];

function DeployDialog({ source, name, onClose }: DeployDialogProps) {
  const [label, setLabel] = useState(name);
  const [description, setDescription] = useState('');
  const [importance, setImportance] = useState<Importance>('MODERATE');
  const deploy = useDeploy(source);
  return (
    <Modal opened onClose={onClose} title="Deploy this model">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          deploy.start({ label, importance, ...(description === '' ? {} : { description }) });
        }}
      >
        <Stack>
          <TextInput
            label="Name of the deployment"
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
            required
            data-autofocus
            error={fieldError(deploy.problem, 'label')}
          />
          <Textarea
            label="Description"
            description="Optional"
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            autosize
            minRows={2}
          />
          <Select
            label="Importance"
            data={weights}
            value={importance}
            allowDeselect={false}
            onChange={(weight) => weight && setImportance(weight as Importance)}
          />
          {deploy.stage && <Note>{deploy.stage}</Note>}
          <ProblemNote problem={deploy.problem} title="The model was not deployed" />
          <JobProgress of={deploy.following} what="Starting the deployment" refused="The deployment did not start" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={deploy.busy}>
              Deploy
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
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
