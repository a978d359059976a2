import { Box, SimpleGrid, Text } from '@mantine/core';
import type { ModelStep } from '../../../api/models.ts';

/** The parameters of each step. */
export function StepDetails({ steps }: { steps: readonly ModelStep[] }) {
  const told = steps.filter(({ parameters }) => parameters.length > 0);
  if (told.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} mt="md">
      {told.map(({ title, parameters }) => (
        <div key={title}>
          <Text size="sm" fw={600}>
            {`Parameters of ${title}`}
          </Text>
          <Box component="dl" className="fact-list">
            {parameters.map(({ name, description }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="number">{description}</dd>
              </div>
            ))}
          </Box>
        </div>
      ))}
    </SimpleGrid>
  );
}
