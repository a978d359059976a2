import { ActionIcon, Button, CopyButton, Group, Paper, Stack, Text, Tooltip } from '@mantine/core';
import { Icon } from './icons.tsx';
import { Note } from './panel.tsx';

export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'almanac' : 'gray'}
            onClick={copy}
            aria-label={copied ? 'Copied' : label}
          >
            <Icon name={copied ? 'check' : 'copy'} />
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** Text to copy, wrapped so that all of it can be read. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="code-block">
      <section aria-label={label}>
        <pre>{text}</pre>
      </section>
      <CopyText text={text} label={`Copy ${label}`} />
    </div>
  );
}

/** A secret that nobody can show again. */
export function SecretOnce({ secret, what, onStored }: { secret: string; what: string; onStored: () => void }) {
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

/** Hands the reader a file that the page holds. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
