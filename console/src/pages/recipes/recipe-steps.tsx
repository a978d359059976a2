import { Box, Button, Menu, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Operation, Recipe } from '../../api/recipes.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { RecipeInputs } from './recipe-inputs.tsx';
import { RecipeSampling } from './sampling/recipe-sampling.tsx';
import { directives } from './steps/directives.ts';
import { moveItem } from './steps/move.ts';
import { StepCard } from './steps/step-card.tsx';
import { StepEditor } from './steps/step-editor.tsx';
import { useRecipeSteps } from './use-recipe-steps.ts';

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
  const isDraft = recipe.status === 'draft';
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
        <Text size="sm" c="dimmed" mt="md">
          This recipe is written in SQL, on the right.
        </Text>
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
        <Text size="sm" c="dimmed">
          No steps yet: the rows are those of the dataset.
        </Text>
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
          <Button size="xs">Add a step</Button>
        </Menu.Target>
        <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
          {Object.entries(directives).map(([directive, { title, about, blank }]) => (
            <Menu.Item key={directive} onClick={() => onAdd({ directive, arguments: blank })}>
              <Text size="sm">{title}</Text>
              <Text size="xs" c="dimmed">
                {about}
              </Text>
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => onAdd(TIME_SERIES)}>
            <Text size="sm">Time series</Text>
            <Text size="xs" c="dimmed">
              Rows for forecasting, written as JSON
            </Text>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Stack>
  );
}
