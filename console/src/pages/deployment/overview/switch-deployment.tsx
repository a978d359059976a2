import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Deployment, deploymentCalls, deploymentsKey } from '../../../api/deployments.ts';
import { begin } from '../../../api/follow.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';

export function SwitchDeployment({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const off = deployment.status === 'active';
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => begin(deploymentCalls.setStatus(deployment.id, off ? 'inactive' : 'active')),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: deploymentsKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={off ? `Switch ${deployment.label} off?` : `Switch ${deployment.label} on?`}
      confirm={off ? 'Switch it off' : 'Switch it on'}
      onConfirm={() => change.mutate()}
      busy={change.isPending}
      problem={change.error}
    >
      {off
        ? 'Callers are refused until it is switched on again. What was recorded of it stays.'
        : 'It answers at its old address again.'}
    </ConfirmDialog>
  );
}
