import { Group } from '@mantine/core';
import { asCurl } from '../../api/as-text.ts';
import type { Workload } from '../../api/workloads.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Details } from '../../parts/details.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { WorkloadState } from '../workloads/workload-state.tsx';

export function WorkloadDetails({ workload }: { workload: Workload }) {
  const { id, endpoint, address, importance, creator, createdAt, lastResponse } = workload;
  return (
    <>
      <Panel title="Details" aside={<WorkloadState of={workload} />}>
        <Details
          facts={[
            [
              'Address here',
              <Group key="endpoint" gap={4} wrap="nowrap">
                <span className="fact">{endpoint}</span>
                <CopyText text={endpoint} label="Copy the address" />
              </Group>,
            ],
            ['Runs at', address ?? 'told to those who may change it'],
            ['Importance', importance],
            [
              'Last answer',
              lastResponse ? (
                <>
                  {`${lastResponse.statusCode}, `}
                  <Timestamp iso={lastResponse.timestamp} />
                </>
              ) : (
                'none yet'
              ),
            ],
            ['Registered by', creator.username],
            ['Since', <Timestamp key="since" iso={createdAt} />],
          ]}
        />
      </Panel>
      <Panel
        title="Call it"
        intro="Any path and method below its address here goes on to the service, with your key in place of its own."
      >
        <CodeBlock
          label="curl command"
          text={asCurl({ method: 'GET', path: `endpoints/workloads/${id}/` }, new URL(endpoint).origin)}
        />
      </Panel>
    </>
  );
}
