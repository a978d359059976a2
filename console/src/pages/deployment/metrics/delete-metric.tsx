import { deploymentKey } from '../../../api/deployments.ts';
import { type CustomMetric, metricCalls } from '../../../api/monitoring.ts';
import { DeleteDialog } from '../../../parts/delete-dialog.tsx';

interface DeleteMetricProps {
  readonly deploymentId: string;
  readonly metric: CustomMetric;
  readonly onClose: () => void;
}

export function DeleteMetric({ deploymentId, metric, onClose }: DeleteMetricProps) {
  return (
    <DeleteDialog
      name={metric.name}
      kind="metric"
      call={metricCalls.remove(deploymentId, metric.id)}
      refresh={[deploymentKey(deploymentId)]}
      onClose={onClose}
    >
      Its values are lost. This cannot be undone.
    </DeleteDialog>
  );
}
