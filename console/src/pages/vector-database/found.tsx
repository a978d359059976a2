import { Badge, Group, Progress, Stack, Text } from '@mantine/core';
import type { Citation } from '../../api/playgrounds.ts';

/** Pieces best first; the bar is how like the question each is. */
export function Found({ citations }: { citations: readonly Citation[] }) {
  return (
    <Stack component="ol" aria-label="Pieces found" mt="lg" p={0} gap="lg" style={{ listStyle: 'none' }}>
      {citations.map((one) => (
        <li key={`${one.source} ${one.text}`}>
          <Group justify="space-between" wrap="nowrap" mb={4}>
            <Text size="sm" fw={600} truncate>
              {one.source ?? 'a document'}
            </Text>
            <Score value={one.similarityScore} />
          </Group>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {one.text}
          </Text>
          <Group gap={6} mt={6}>
            {Object.entries(one.metadata ?? {}).map(([name, value]) => (
              <Badge key={name} color="gray" size="sm">{`${name}: ${String(value)}`}</Badge>
            ))}
          </Group>
        </li>
      ))}
    </Stack>
  );
}

function Score({ value }: { value: number | null }) {
  if (value === null)
    return (
      <Text size="xs" c="dimmed">
        beside a piece that was found
      </Text>
    );
  return (
    <Group gap={8} wrap="nowrap" flex="none">
      <Progress value={Math.max(0, value) * 100} w={80} size="sm" aria-hidden="true" />
      <Text size="xs" className="number" title="Cosine similarity">
        {value.toFixed(3)}
      </Text>
    </Group>
  );
}
