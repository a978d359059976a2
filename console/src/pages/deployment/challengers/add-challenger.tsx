import { Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { challengerCalls } from '../../../api/deployment-settings.ts';
import { type Deployment, deploymentCalls, deploymentKey } from '../../../api/deployments.ts';
import { send } from '../../../api/send.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { NameInput } from '../../../parts/name-input.tsx';

export function AddChallenger({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const versions = useQuery(callQuery(deploymentCalls.versions(deployment.modelPackage.id)));
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: () =>
      send(
        challengerCalls.add(deployment.id, {
          name: name || (versions.data?.data.find(({ id }) => id === chosen)?.name ?? 'Challenger'),
          modelPackageId: chosen ?? '',
          predictionEnvironmentId: deployment.predictionEnvironment.id,
        }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: deploymentKey(deployment.id) });
      onClose();
    },
  });
  const others = versions.data?.data.filter(({ id }) => id !== deployment.modelPackage.id) ?? [];
  return (
    <FormDialog
      title="Add a challenger"
      onClose={onClose}
      submit="Add it"
      onSubmit={() => chosen !== null && add.mutate()}
      busy={add.isPending}
      problem={add.error ?? versions.error}
      refused="It was not added"
    >
      <Select
        label="Version"
        description="Those that predict the same target"
        placeholder={others.length === 0 ? 'No other version fits: register another model first' : 'Choose one'}
        data={others.map(({ id, name: label }) => ({ value: id, label }))}
        value={chosen}
        onChange={setChosen}
        searchable
        required
      />
      <NameInput
        description="Optional: the name of the version otherwise"
        value={name}
        onChange={setName}
        optional
        focus={false}
      />
    </FormDialog>
  );
}
