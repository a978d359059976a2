import { Badge } from '@mantine/core';
import { deploymentCalls } from '../../../api/deployments.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { Panel, Reply } from '../../../parts/panel.tsx';
import { Timestamp } from '../../../parts/text.tsx';

export function ModelHistory({ deploymentId }: { deploymentId: string }) {
  return (
    <Panel title="Models" intro="Which model answered when, and why the next one took its place.">
      <Reply to={deploymentCalls.history(deploymentId)} what="its history">
        {({ data }) => (
          <DataTable
            label="Models"
            minWidth={760}
            rows={data}
            idOf={({ deployedAt }) => deployedAt}
            columns={[
              { name: 'Version', fw: 500, cell: ({ modelPackageName }) => modelPackageName },
              { name: 'Model', cell: ({ modelType }) => modelType },
              { name: 'From', cell: ({ deployedAt }) => <Timestamp iso={deployedAt} /> },
              {
                name: 'Until',
                cell: ({ isCurrent, replacedAt }) =>
                  isCurrent ? <Badge>answers now</Badge> : <Timestamp iso={replacedAt} />,
              },
              { name: 'Reason', cell: ({ reason }) => reasonText(reason) },
              { name: 'By', cell: ({ deployedBy }) => deployedBy.username },
            ]}
          />
        )}
      </Reply>
    </Panel>
  );
}

/** Why a model is replaced, as the API names it and as people say it. */
export const reasons = [
  { value: 'ACCURACY', label: 'Accuracy' },
  { value: 'DATA_DRIFT', label: 'Data drift' },
  { value: 'ERRORS', label: 'Errors' },
  { value: 'SCHEDULED_REFRESH', label: 'Scheduled refresh' },
  { value: 'SCORING_SPEED', label: 'Scoring speed' },
  { value: 'OTHER', label: 'Other' },
] as const;
export type Reason = (typeof reasons)[number]['value'];

const reasonText = (reason: string | null): string =>
  reason === null ? '' : (reasons.find(({ value }) => value === reason)?.label ?? reason);
