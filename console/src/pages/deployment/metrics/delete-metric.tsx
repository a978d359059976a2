import { type CustomMetric, metricCalls, metricsKey } from '../../../api/custom-metrics.ts';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';

interface DeleteMetricProps {
  readonly deploymentId: string;
  readonly metric: CustomMetric;
  readonly onClose: () => void;
}

export function DeleteMetric({ deploymentId, metric, onClose }: DeleteMetricProps) {
  const remove = useChange(() => metricCalls.remove(deploymentId, metric.id), {
    refresh: [metricsKey(deploymentId)],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete ${metric.name}?`}
      confirm="Delete the metric"
      onConfirm={() => remove.mutate(undefined)}
      busy={remove.isPending}
      problem={remove.error}
    >
      Its values are lost. This cannot be undone.
    </ConfirmDialog>
  );
}
