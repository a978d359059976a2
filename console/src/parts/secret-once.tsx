import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { CopyText } from './copy-text.tsx';
import { Note } from './note.tsx';

interface SecretOnceProps {
  readonly secret: string;
  readonly what: string;
  readonly onStored: () => void;
}

/** A secret that nobody can show again. */
export function SecretOnce({ secret, what, onStored }: SecretOnceProps) {
  return (
    <Stack>
      <Note tone="careful" title="Copy it now">
        This is the only time it is shown. Keep it like a password; if it is lost, revoke it and create another.
      </Note>
      <Paper withBorder p="sm">
        <Group wrap="nowrap" justify="space-between">
          <Text span className="secret" data-testid="secret">
            {secret}
          </Text>
          <CopyText text={secret} label={`Copy the ${what}`} />
        </Group>
      </Paper>
      <Button onClick={onStored}>I have stored it</Button>
    </Stack>
  );
}
