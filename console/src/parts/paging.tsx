import { Button, Group, Text } from '@mantine/core';

export const PAGE_SIZE = 50;

interface PagingProps {
  readonly offset: number;
  readonly count: number;
  readonly total: number;
  /** What is listed: `users`. */
  readonly what: string;
  readonly onOffset: (offset: number) => void;
}

/** Where one is in a long list, and the way to its neighbours. Nothing to show when everything fits. */
export function Paging({ offset, count, total, what, onOffset }: PagingProps) {
  if (total <= PAGE_SIZE && offset === 0) return null;
  return (
    <Group justify="space-between" p="md">
      <Text size="sm" c="dimmed" className="number">
        {`${count === 0 ? 0 : offset + 1} to ${offset + count} of ${total} ${what}`}
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={offset === 0}
          onClick={() => onOffset(Math.max(0, offset - PAGE_SIZE))}
        >
          Previous
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={offset + count >= total}
          onClick={() => onOffset(offset + PAGE_SIZE)}
        >
          Next
        </Button>
      </Group>
    </Group>
  );
}
