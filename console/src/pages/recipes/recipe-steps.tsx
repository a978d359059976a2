import { Anchor, Box, Group, Menu, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../api/call-query.ts';
import { datasetQueries } from '../../api/datasets.ts';
import { useMay } from '../../api/own-access.ts';
import { type Operation, type Recipe, type RecipeInput, recipeCalls, recipeKeys } from '../../api/recipes.ts';
import { send } from '../../api/send.ts';
import { Allowed, HeadButton, RowLink } from '../../parts/actions.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ProblemNote } from '../../parts/panel.tsx';
import { Dimmed, Small } from '../../parts/text.tsx';
import { SamplingDialog } from './sampling/sampling-dialog.tsx';
import { rowsText } from './sampling/sampling-form.ts';
import { moveItem } from './steps/complete.ts';
import { directives } from './steps/directives.ts';
import { textOf } from './steps/field.ts';
import { StepCard } from './steps/step-card.tsx';
import { StepDialog } from './steps/step-dialog.tsx';
import { usePreview } from './use-preview.ts';

interface Editing {
  readonly step: Operation;
  readonly index: number;
  readonly isNew: boolean;
}

/** The left side of a recipe: what it reads, and what it does with it, step by step. */
export function RecipeSteps({ recipe }: { recipe: Recipe }) {
  const { operations } = recipe;
  const [editing, setEditing] = useState<Editing>();
  const save = useRecipeSteps(recipe);
  const mayChange = useMay(recipeCalls.setOperations(recipe.recipeId, []));
  const isDraft = recipe.status === 'draft' && mayChange;
  const put = (next: readonly Operation[]) => save.mutate(next, { onSuccess: () => setEditing(undefined) });
  const edit = (chosen: Editing) => {
    save.reset();
    setEditing(chosen);
  };
  const replaced = (index: number, step: Operation) => [
    ...operations.slice(0, index),
    step,
    ...operations.slice(index + 1),
  ];
  return (
    <Paper component="section" withBorder p="md" aria-label="Steps" className="recipe-steps">
      <Title order={2} mb="sm">
        Steps
      </Title>
      <RecipeInputs recipe={recipe} />
      <RecipeSampling recipe={recipe} />
      {recipe.recipeType === 'SQL' ? (
        <Dimmed mt="md">This recipe is written in SQL, on the right.</Dimmed>
      ) : (
        <Box component="ol" className="step-list">
          {operations.map((step, index) => (
            <StepCard
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place; equal steps may follow each other
              key={index}
              recipe={recipe}
              step={step}
              index={index}
              {...(isDraft
                ? {
                    onEdit: () => edit({ step, index, isNew: false }),
                    onMove: (to) => put(moveItem(operations, index, to)),
                    onSkip: () => put(replaced(index, { ...step, skip: step.skip !== true })),
                    onRemove: () => put(operations.filter((_, i) => i !== index)),
                  }
                : {})}
            />
          ))}
        </Box>
      )}
      {recipe.recipeType === 'WRANGLING' && operations.length === 0 && (
        <Dimmed>No steps yet: the rows are those of the dataset.</Dimmed>
      )}
      {editing === undefined && <ProblemNote problem={save.error} title="The steps were not changed" />}
      {isDraft && recipe.recipeType === 'WRANGLING' && (
        <AddStep onAdd={(step) => edit({ step, index: operations.length, isNew: true })} />
      )}
      {editing && (
        <StepEditor
          recipe={recipe}
          {...editing}
          busy={save.isPending}
          problem={save.error}
          onSave={(step) => put(replaced(editing.index, step))}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Paper>
  );
}

const TIME_SERIES: Operation = {
  directive: 'time-series',
  arguments: { targetColumn: '', datetimePartitionColumn: '', forecastDistances: [1], taskPlan: [] },
};

function AddStep({ onAdd }: { onAdd: (step: Operation) => void }) {
  return (
    <Stack mt="md">
      <Menu position="bottom-start" width="target">
        <Menu.Target>
          <HeadButton label="Add a step" primary />
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          {Object.entries(directives).map(([directive, { title, about, blank }]) => (
            <Menu.Item key={directive} onClick={() => onAdd({ directive, arguments: blank })}>
              <Text size="sm">{title}</Text>
              <Small>{about}</Small>
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => onAdd(TIME_SERIES)}>
            <Text size="sm">Time series</Text>
            <Small>Rows for forecasting, written as JSON</Small>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Stack>
  );
}

interface StepEditorProps {
  readonly recipe: Recipe;
  readonly step: Operation;
  readonly index: number;
  readonly isNew: boolean;
  readonly busy: boolean;
  readonly problem: unknown;
  readonly onSave: (step: Operation) => void;
  readonly onClose: () => void;
}

/** The dialog of a step, which offers the columns there are before it. */
function StepEditor({ recipe, ...props }: StepEditorProps) {
  const { preview } = usePreview(recipe, props.index);
  return <StepDialog {...props} columns={preview?.columns ?? []} />;
}

/** Which rows a preview looks at and which are published, and the way to change it. */
function RecipeSampling({ recipe }: { recipe: Recipe }) {
  const [editing, setEditing] = useState(false);
  const preview = rowsText(recipe.inputs[0]?.sampling ?? null);
  const published = rowsText(recipe.downsampling);
  return (
    <Small mt={6}>
      {preview === published
        ? `The preview looks at ${preview}, and so does publishing. `
        : `The preview looks at ${preview}; publishing keeps ${published}. `}
      <Allowed needs={recipeCalls.setOperations(recipe.recipeId, [])}>
        {recipe.status === 'draft' && (
          <Anchor component="button" type="button" size="xs" onClick={() => setEditing(true)}>
            Change which rows
          </Anchor>
        )}
      </Allowed>
      {editing && <SamplingDialog recipe={recipe} onClose={() => setEditing(false)} />}
    </Small>
  );
}

/** Saves the steps. Datasets that joins name and the recipe does not read yet become inputs first. */
function useRecipeSteps(recipe: Recipe) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (operations: readonly Operation[]) => {
      const inputs = withJoined(recipe.inputs, operations);
      if (inputs.length > recipe.inputs.length) await send(recipeCalls.setInputs(recipe.recipeId, inputs));
      return send(recipeCalls.setOperations(recipe.recipeId, operations));
    },
    onSuccess: (changed) => {
      client.setQueryData(callQuery(recipeCalls.one(recipe.recipeId)).queryKey, changed);
      void client.invalidateQueries({ queryKey: recipeKeys.all });
    },
  });
}

function withJoined(inputs: readonly RecipeInput[], operations: readonly Operation[]): readonly RecipeInput[] {
  const read = new Set(inputs.map(({ datasetId }) => datasetId));
  const joined = operations
    .filter(({ directive, arguments: values }) => directive === 'join' && values.source === 'dataset')
    .map(({ arguments: values }) => textOf(values.rightDatasetId));
  const missing = [...new Set(joined)].filter((id) => id !== '' && !read.has(id));
  return [
    ...inputs,
    ...missing.map((datasetId) => ({ inputType: 'dataset' as const, datasetId, alias: null, sampling: null })),
  ];
}

/** What a recipe reads: the first input is what the steps begin with. */
function RecipeInputs({ recipe }: { recipe: Recipe }) {
  return (
    <Stack gap={6}>
      {recipe.inputs.map((input, index) => (
        <Group key={input.datasetId ?? input.dataSourceId ?? index} gap="xs" wrap="nowrap">
          <Icon name="dataset" size={16} />
          <Text size="sm" truncate>
            {input.datasetId === null || input.inputType === 'datasource' ? (
              (input.alias ?? 'A table of a data store')
            ) : (
              <DatasetName input={input} datasetId={input.datasetId} />
            )}
          </Text>
          {index > 0 && <Small>joined</Small>}
        </Group>
      ))}
    </Stack>
  );
}

function DatasetName({ input, datasetId }: { input: RecipeInput; datasetId: string }) {
  const dataset = useQuery(datasetQueries.one(datasetId));
  return (
    <RowLink to="/datasets/$datasetId" params={{ datasetId }} text={dataset.data?.name ?? input.alias ?? 'Dataset'} />
  );
}
