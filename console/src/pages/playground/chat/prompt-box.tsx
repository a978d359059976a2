import { Button, Group, Kbd } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { LongTextField } from '../../../parts/fields.tsx';
import { Small } from '../../../parts/text.tsx';

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
      <LongTextField
        label={label}
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
        maxRows={10}
        disabled={disabled}
      />
      <Group justify="space-between" mt={8}>
        <Small>
          <Kbd size="xs">Enter</Kbd> sends, <Kbd size="xs">Shift</Kbd> + <Kbd size="xs">Enter</Kbd> begins a line
        </Small>
        <Button type="submit" size="xs" loading={busy} disabled={!ready && !busy}>
          Ask
        </Button>
      </Group>
    </form>
  );
}
