import { Button, Group, Kbd, Text, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';

interface PromptBoxProps {
  readonly label: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onSend: (text: string) => Promise<unknown>;
}

/** Enter sends, Shift and Enter begin a new line. What could not be sent stays in the box. */
export function PromptBox({ label, busy, disabled = false, onSend }: PromptBoxProps) {
  const [text, setText] = useState('');
  const ready = text.trim() !== '' && !busy && !disabled;
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (ready)
      void onSend(text).then(
        () => setText(''),
        () => undefined,
      );
  };
  return (
    <form onSubmit={submit}>
      <Textarea
        label={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
        autosize
        minRows={2}
        maxRows={10}
        disabled={disabled}
      />
      <Group justify="space-between" mt={8}>
        <Text size="xs" c="dimmed">
          <Kbd size="xs">Enter</Kbd> sends, <Kbd size="xs">Shift</Kbd> + <Kbd size="xs">Enter</Kbd> begins a line
        </Text>
        <Button type="submit" size="xs" loading={busy} disabled={!ready && !busy}>
          Ask
        </Button>
      </Group>
    </form>
  );
}
