import { type Deployment, deploymentCalls, deploymentsKey, type Importance } from '../../../api/deployments.ts';
import { FormDialog } from '../../../parts/dialogs.tsx';
import { NameAndDescription, OptionField, useFields } from '../../../parts/fields.tsx';
import { importances } from '../../deployments/health-text.ts';

export function EditDeployment({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const { id, label, description, importance } = deployment;
  const { values, set, field } = useFields({ label, description: description ?? '', importance });
  return (
    <FormDialog
      title={`Edit ${label}`}
      onClose={onClose}
      submit="Save"
      call={() => deploymentCalls.change(id, { ...values, description: values.description || null })}
      refresh={[deploymentsKey]}
      refused="Nothing was changed"
    >
      <NameAndDescription name={field('label')} description={field('description')} />
      <OptionField
        label="Importance"
        description="Who has to be asked before it is changed depends on it in many teams"
        data={[...importances]}
        value={values.importance}
        onChange={(value) => set({ importance: value as Importance | null })}
      />
    </FormDialog>
  );
}
