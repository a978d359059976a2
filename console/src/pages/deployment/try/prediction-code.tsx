import { useQuery } from '@tanstack/react-query';
import type { PredictionRequest } from '../../../api/prediction-snippets.ts';
import { Panel } from '../../../parts/panel.tsx';
import { programAccessQuery } from '../predictions/program-access.ts';
import { Snippets } from '../predictions/snippets.tsx';

/** The same request from anywhere else. */
export function PredictionCode(request: Pick<PredictionRequest, 'deploymentId' | 'maxExplanations' | 'content'>) {
  const { data } = useQuery(programAccessQuery());
  const server = data?.servers[0];
  if (server === undefined) return null;
  return (
    <Panel title="From your own program">
      <Snippets request={{ ...request, server: server.url, serviceKey: server.serviceKey }} />
    </Panel>
  );
}
