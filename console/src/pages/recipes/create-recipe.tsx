import { Radio, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { recipeCalls, recipeKeys } from '../../api/recipes.ts';
import { useChange } from '../../api/use-change.ts';
import { DatasetPicker } from '../../parts/dataset-picker.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';

export function CreateRecipe({ onClose }: { onClose: () => void }) {
  const [datasetId, setDatasetId] = useState('');
  const [type, setType] = useState('WRANGLING');
  const navigate = useNavigate();
  const create = useChange((id: string) => recipeCalls.fromDataset(id, type === 'SQL' ? 'SQL' : 'WRANGLING'), {
    refresh: [recipeKeys.all],
    onDone: ({ recipeId }) =>
      void navigate({
        to: '/recipes/$recipeId',
        params: { recipeId },
        search: type === 'SQL' ? { tab: 'sql' } : {},
      }),
  });
  return (
    <FormDialog
      title="A new recipe"
      onClose={onClose}
      submit="Begin"
      onSubmit={() => create.mutate(datasetId)}
      busy={create.isPending}
      problem={create.error}
      refused="The recipe was not made"
    >
      <DatasetPicker
        label="Dataset to begin with"
        value={datasetId}
        onChange={setDatasetId}
        error={fieldError(create.error, 'datasetId')}
      />
      <Radio.Group label="How it is written" value={type} onChange={setType}>
        <Stack gap={6} mt={6}>
          <Radio value="WRANGLING" label="As steps" />
          <Radio value="SQL" label="As SQL" />
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
