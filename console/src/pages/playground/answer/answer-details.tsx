import { Text } from '@mantine/core';
import { useState } from 'react';

const print = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content, null, 2));

/** Everything that was sent to the model, documents included; drawn when somebody wants to see it. */
export function FinalPrompt({ messages }: { messages: readonly Readonly<Record<string, unknown>>[] }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className="final-prompt" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <Text component="summary" size="xs">
        Prompt sent to the model
      </Text>
      {opened && <pre>{messages.map(({ role, content }) => `${print(role)}: ${print(content)}`).join('\n\n')}</pre>}
    </details>
  );
}
