import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callQuery } from '../api/call-query.ts';
import { deploymentCalls } from '../api/deployments.ts';

const FIRST = { offset: 0, limit: 100 };

/** The labels of the newest deployments, asked for once for a whole page; the others are told by their ids. */
export function useDeploymentLabels(enabled = true): ReadonlyMap<string, string> {
  const { data } = useQuery({ ...callQuery(deploymentCalls.list(FIRST)), enabled, staleTime: 60_000 });
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
