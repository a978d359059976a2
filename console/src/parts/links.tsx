import { Link } from '@tanstack/react-router';
import { useCall } from '../api/call-query.ts';
import { deploymentCalls } from '../api/deployments.ts';
import type { Resource } from '../api/quotas.ts';
import { workloadCalls } from '../api/workloads.ts';
import { RowLink } from './actions.tsx';

const GATEWAY = 'llmGateway';
const FIRST = { offset: 0, limit: 100 };

const isGateway = ({ resourceType, resourceId }: Resource): boolean =>
  resourceType === 'workload' && resourceId === GATEWAY;

/** What people call a thing that a quota is set for; its kind and id where nobody told its name. */
export const resourceText = (resource: Resource, name: string | null | undefined): string =>
  isGateway(resource) ? 'Gateway to language models' : (name ?? `${resource.resourceType} ${resource.resourceId}`);

/** A deployment, a workload or the gateway, by name. */
export function ResourceLink({ of, name }: { of: Resource; name: string | null | undefined }) {
  const text = resourceText(of, name);
  // What does not exist yet, or is not the reader's to see, has no page.
  if (name === null && !isGateway(of)) return <span className="fact">{text}</span>;
  if (isGateway(of)) {
    return <RowLink to="/llms" text={text} />;
  }
  if (of.resourceType === 'deployment') return <DeploymentLink id={of.resourceId} label={text} />;
  return <RowLink to="/workloads/$workloadId" params={{ workloadId: of.resourceId }} text={text} />;
}

/** The names of what quotas are set for, with one request for deployments and one for workloads where there are any. */
export function useResourceNames(resources: readonly Resource[]): (resource: Resource) => string | undefined {
  const deployments = useDeploymentLabels(resources.some(({ resourceType }) => resourceType === 'deployment'));
  const some = resources.some((one) => one.resourceType === 'workload' && !isGateway(one));
  const workloads = useCall(workloadCalls.list(FIRST), { enabled: some, staleTime: 60_000 });
  return ({ resourceType, resourceId }) =>
    resourceType === 'deployment'
      ? deployments.get(resourceId)
      : workloads.data?.data.find(({ id }) => id === resourceId)?.name;
}

const FIRST_DEPLOYMENTS = { offset: 0, limit: 100 };

/** The labels of the newest deployments, asked for once for a whole page; the others are told by their ids. */
export function useDeploymentLabels(enabled = true): ReadonlyMap<string, string> {
  const { data } = useCall(deploymentCalls.list(FIRST_DEPLOYMENTS), { enabled, staleTime: 60_000 });
  return new Map(data?.data.map(({ id, label }) => [id, label]));
}

/** A deployment by what people call it. */
export function DeploymentLink({ id, label }: { id: string; label: string | undefined }) {
  return (
    <Link to="/deployments/$deploymentId" params={{ deploymentId: id }} className="row-link fact">
      {label ?? id}
    </Link>
  );
}
