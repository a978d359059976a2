import { ActionIcon, Button, CopyButton, Group, Paper, Stack, Text, Tooltip } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ApiCall } from '../api/call.ts';
import { exchange } from '../api/send.ts';
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
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  URL.revokeObjectURL(address);
}

/** Fetches a file and hands it to the reader, under the name the server gives it; a refusal stays on the page. */
export const useDownload = (otherwise: string) =>
  useMutation({
    mutationFn: async (call: ApiCall<unknown>) => {
      const response = await exchange(call);
      const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
      download(await response.blob(), named ?? otherwise);
    },
  });
