import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ApiCall } from '../../../api/call.ts';
import { deploymentCalls } from '../../../api/deployments.ts';
import { AddressedTabs } from '../../../parts/part-links.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { TryIt } from '../try/try-it.tsx';
import { PredictionApi } from './prediction-api.tsx';
import { programAccessQuery } from './program-access.ts';

const PREDICTION_API = 'prediction-api';

/** Predictions of a deployment: on screen, and from a program. */
export function PredictionsPage() {
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const { data: access } = useQuery(programAccessQuery());
  const shown = (id: string): readonly ApiCall<unknown>[] => {
    if (tab === PREDICTION_API) return [deploymentCalls.predictionServers()];
    const programHeaders = access?.servers[0]?.headers ?? {};
    return [{ ...deploymentCalls.predictRows(id, [], 0), programHeaders }];
  };
  return (
    <DeploymentFrame part="Predictions" calls={shown}>
      {(deployment) => (
        <AddressedTabs
          label="Ways to predict"
          tabs={[
            {
              value: 'try',
              label: 'Try it',
              content: () => <TryIt key={deployment.model.id} deployment={deployment} />,
            },
            {
              value: PREDICTION_API,
              label: 'Prediction API',
              content: () => <PredictionApi key={deployment.model.id} deployment={deployment} />,
            },
          ]}
        />
      )}
    </DeploymentFrame>
  );
}
