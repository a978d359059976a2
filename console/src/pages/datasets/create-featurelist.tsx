import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { datasetKeys } from '../../api/datasets.ts';
import { featureCalls, featureQueries, type Place } from '../../api/features.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameInput } from '../../parts/name-input.tsx';

const MOST_OFFERED = 100;

export function CreateFeaturelist({ place, onClose }: { place: Place; onClose: () => void }) {
  const features = useQuery(featureQueries.all(place));
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const create = useChange(
    (list: { name: string; features: string[] }) => featureCalls.createList(place.datasetId, list),
    {
      refresh: [datasetKeys.one(place.datasetId)],
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      title="Create a feature list"
      onClose={onClose}
      submit="Create list"
      onSubmit={() => create.mutate({ name, features: chosen })}
      busy={create.isPending}
      problem={create.error}
      refused="The list was not created"
    >
      <NameInput value={name} onChange={setName} problem={create.error} />
      <MultiSelect
        label="Features"
        description="Type to find one"
        data={(features.data ?? []).map((feature) => feature.name)}
        limit={MOST_OFFERED}
        value={chosen}
        onChange={setChosen}
        searchable
        hidePickedOptions
        maxDropdownHeight={220}
        error={fieldError(create.error, 'features')}
      />
    </FormDialog>
  );
}
