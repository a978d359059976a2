import { Badge, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Dataset } from '../../api/datasets.ts';
import { bytes, whole } from '../../parts/format-number.ts';
import { Timestamp } from '../../parts/timestamp.tsx';
import { categoryText } from './category-text.ts';
import { DatasetState } from './dataset-state.tsx';

/** What is worth knowing of a dataset before looking into it, in one line. */
export function DatasetDetails({ dataset }: { dataset: Dataset }) {
  const types = dataset.featureCountByType.map(({ count, featureType }) => `${whole(count)} ${featureType}`).join(', ');
  return (
    <Group gap="lg" c="dimmed" className="number fact-line">
      <DatasetState state={dataset.processingState} />
      {dataset.rowCount !== null && (
        <Text size="sm">{`${whole(dataset.rowCount)} ${dataset.rowCount === 1 ? 'row' : 'rows'}`}</Text>
      )}
      {dataset.featureCount > 0 && (
        <Text
          size="sm"
          title={types}
        >{`${whole(dataset.featureCount)} ${dataset.featureCount === 1 ? 'feature' : 'features'}`}</Text>
      )}
      {dataset.datasetSize !== null && <Text size="sm">{bytes(dataset.datasetSize)}</Text>}
      <Text size="sm">
        {`by ${dataset.createdBy}, `}
        <Timestamp iso={dataset.creationDate} />
      </Text>
      {dataset.recipeId !== null && (
        <Text size="sm">
          {'made by '}
          <Link to="/recipes/$recipeId" params={{ recipeId: dataset.recipeId }} className="row-link">
            a recipe
          </Link>
        </Text>
      )}
      {[...dataset.categories.map(categoryText), ...dataset.tags].map((label) => (
        <Badge key={label} size="sm" color="gray">
          {label}
        </Badge>
      ))}
    </Group>
  );
}
