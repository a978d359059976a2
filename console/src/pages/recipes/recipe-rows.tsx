import { Anchor, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Recipe } from '../../api/recipes.ts';
import { RowsTable } from '../../parts/big-table.tsx';
import { whole } from '../../parts/format.ts';
import { JobProgress } from '../../parts/job-progress.tsx';
import { Note, ProblemNote } from '../../parts/panel.tsx';
import { Dimmed } from '../../parts/text.tsx';
import { usePreview } from './use-preview.ts';

/** The rows after the chosen step. They are made anew whenever the steps change. */
export function RecipeRows({ recipe, steps }: { recipe: Recipe; steps: number | undefined }) {
  const { preview, following, problem } = usePreview(recipe, steps);
  if (problem) return <ProblemNote problem={problem} title="The rows cannot be shown" />;
  if (following.job?.state === 'failed' && recipe.failedOperationsIndex !== null) {
    return <StepFailed recipe={recipe} index={recipe.failedOperationsIndex} />;
  }
  if (preview === undefined) {
    return (
      <Paper withBorder p="md">
        <Stack gap="sm" aria-busy={following.job?.state !== 'failed'}>
          <JobProgress of={following} what="Applying the steps" refused="The rows cannot be shown" />
          {following.job?.state !== 'failed' && <Skeleton height={220} />}
        </Stack>
      </Paper>
    );
  }
  return (
    <Paper withBorder>
      <Group justify="space-between" px="md" py="sm" gap="xs">
        <Dimmed className="number">
          {`${whole(preview.data.length)} of ${whole(preview.totalCount)} rows of the preview, ${whole(preview.columns.length)} columns`}
        </Dimmed>
        {steps !== undefined && (
          <Text size="sm">
            {steps === 0 ? 'Before the first step. ' : `After step ${steps}. `}
            <Anchor component={Link} to={`/recipes/${recipe.recipeId}`}>
              Show the result
            </Anchor>
          </Text>
        )}
      </Group>
      <RowsTable label="Rows of the preview" columns={preview.resultSchema} rows={preview.data} />
    </Paper>
  );
}

function StepFailed({ recipe, index }: { recipe: Recipe; index: number }) {
  return (
    <Note tone="careful" title={`Step ${index + 1} cannot be done`}>
      <Text size="sm">
        {'The reason is shown at the step. Meanwhile you can look at '}
        <Anchor component={Link} to={`/recipes/${recipe.recipeId}?upTo=${index}`}>
          the rows before it
        </Anchor>
        .
      </Text>
    </Note>
  );
}
