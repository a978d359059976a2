import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useFollow } from '../../../api/follow.ts';
import { type NewDeployment, registryCalls, registryKeys, registryQueries } from '../../../api/registry.ts';
import { send } from '../../../api/send.ts';

/** A model of a leaderboard, or a version that is in the registry already. */
export type Source = { readonly modelId: string } | { readonly versionId: string };

type Request = Omit<NewDeployment, 'modelPackageId'>;

/** Registers the model where it is not, waits until the version is built, deploys it, and goes to the deployment. */
export function useDeploy(source: Source) {
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
