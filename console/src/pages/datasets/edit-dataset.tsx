import { Checkbox, Group, TagsInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Category, type Dataset, datasetCalls, datasetKeys } from '../../api/datasets.ts';
import { send } from '../../api/send.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameAndDescription } from '../../parts/name-and-description.tsx';
import { categoryNames, categoryText } from './category-text.ts';

export function EditDataset({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const [name, setName] = useState(dataset.name);
  const [description, setDescription] = useState(dataset.description);
  const [tags, setTags] = useState([...dataset.tags]);
  const [categories, setCategories] = useState<string[]>([...dataset.categories]);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async () => {
      await send(datasetCalls.describe(dataset.datasetId, { name, description, tags }));
      await send(datasetCalls.categorize(dataset.datasetId, categories as Category[]));
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: datasetKeys.all });
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Edit ${dataset.name}`}
      onClose={onClose}
      submit="Save"
      onSubmit={() => save.mutate()}
      busy={save.isPending}
      problem={save.error}
      refused="Not everything was saved"
    >
      <NameAndDescription
        name={name}
        onName={setName}
        description={description}
        onDescription={setDescription}
        problem={save.error}
      />
      <TagsInput label="Tags" description="Optional; Enter adds one" value={tags} onChange={setTags} />
      <Checkbox.Group label="What it is for" value={categories} onChange={setCategories}>
        <Group mt={6}>
          {categoryNames.map((category) => (
            <Checkbox key={category} value={category} label={categoryText(category)} />
          ))}
        </Group>
      </Checkbox.Group>
    </FormDialog>
  );
}
