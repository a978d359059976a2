import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { datasetQueries } from '../../api/datasets.ts';
import type { Recipe, RecipeInput } from '../../api/recipes.ts';
import { Icon } from '../../parts/icons.tsx';

/** What a recipe reads: the first input is what the steps begin with. */
export function RecipeInputs({ recipe }: { recipe: Recipe }) {
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
          {index > 0 && (
            <Text size="xs" c="dimmed">
              joined
            </Text>
          )}
        </Group>
      ))}
    </Stack>
  );
}

function DatasetName({ input, datasetId }: { input: RecipeInput; datasetId: string }) {
  const dataset = useQuery(datasetQueries.one(datasetId));
  return (
    <Link to="/datasets/$datasetId" params={{ datasetId }} className="row-link">
      {dataset.data?.name ?? input.alias ?? 'Dataset'}
    </Link>
  );
}
