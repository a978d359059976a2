import { useNavigate } from '@tanstack/react-router';
import { type Deployment, deploymentCalls, deploymentsKey } from '../../../api/deployments.ts';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';

export function DeleteDeployment({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useChange(deploymentCalls.remove, {
    onDone: () => void navigate({ to: '/deployments' }),
    forget: [deploymentsKey],
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete ${deployment.label}?`}
      confirm="Delete the deployment"
      onConfirm={() => remove.mutate(deployment.id)}
      busy={remove.isPending}
      problem={remove.error}
    >
      Its address answers no more, and what was learned of its predictions is lost. Its model stays in the registry.
      This cannot be undone.
    </ConfirmDialog>
  );
}
