import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../api/call-query.ts';
import { monitoringCalls, type Selection } from '../../../api/monitoring.ts';
import { Answer } from '../../../parts/answer.tsx';
import { figure, whole } from '../../../parts/format-number.ts';
import { Panel } from '../../../parts/panel.tsx';
import { FeatureBars } from './feature-bars.tsx';

interface TargetPanelProps {
  readonly deploymentId: string;
  readonly asked: Selection;
  readonly target: string | null;
}

/** Predictions now, against those on held-out training rows. */
export function TargetPanel({ deploymentId, asked, target }: TargetPanelProps) {
  const call = monitoringCalls.targetDrift(deploymentId, asked);
  const drift = useQuery({ ...callQuery(call), placeholderData: keepPreviousData });
  return (
    <Panel
      title={`Predictions of ${target ?? 'the model'}`}
      intro="Against what the model predicted on rows of the training data that it had not learned from."
    >
      <Answer of={drift} what="the drift of predictions">
        {({ driftScore, sampleSize }) => (
          <Text size="sm" mb="xs">
            {driftScore === null
              ? `No score yet: ${whole(sampleSize)} rows in this period, ten are needed.`
              : `Drift ${figure(driftScore)} on ${whole(sampleSize)} rows.`}
          </Text>
        )}
      </Answer>
      {target !== null && <FeatureBars deploymentId={deploymentId} asked={asked} feature={target} as="target" />}
    </Panel>
  );
}
