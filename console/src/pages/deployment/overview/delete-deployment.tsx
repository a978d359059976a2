import { type Deployment, deploymentCalls, deploymentsKey } from '../../../api/deployments.ts';
import { DeleteDialog } from '../../../parts/delete-dialog.tsx';

export function DeleteDeployment({
  deployment: { id, label },
  onClose,
}: {
  deployment: Deployment;
  onClose: () => void;
}) {
  return (
    <DeleteDialog
      name={label}
      kind="deployment"
      call={deploymentCalls.remove(id)}
      forget={[deploymentsKey]}
      to="/deployments"
      onClose={onClose}
    >
      Its address answers no more, and what was learned of its predictions is lost. Its model stays in the registry.
      This cannot be undone.
    </DeleteDialog>
  );
}
