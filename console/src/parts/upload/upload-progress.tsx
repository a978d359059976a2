import { Button, Group, Progress, Text } from '@mantine/core';
import { bytes } from '../format-number.ts';
import type { Sending } from './use-upload.ts';

/** Bytes on their way to the server. */
export function UploadProgress({ sending, onCancel }: { sending: Sending; onCancel: () => void }) {
  const { name, sent, size } = sending;
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" fw={500} truncate>
          {`Sending ${name}`}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          className="danger"
          onClick={onCancel}
          aria-label={`Cancel sending ${name}`}
        >
          Cancel
        </Button>
      </Group>
      <Group gap="sm" wrap="nowrap" mt={4}>
        <Progress
          value={size === 0 ? 100 : (sent / size) * 100}
          size="sm"
          flex={1}
          aria-label={`Progress of sending ${name}`}
        />
        <Text size="xs" ta="right" className="number" style={{ whiteSpace: 'nowrap' }}>
          {`${bytes(sent)} of ${bytes(size)}`}
        </Text>
      </Group>
    </div>
  );
}
