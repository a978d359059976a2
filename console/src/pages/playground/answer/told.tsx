import { Text } from '@mantine/core';
import { useState } from 'react';

const said = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content, null, 2));

/** Everything that was sent to the model, documents included; drawn when somebody wants to see it. */
export function Told({ messages }: { messages: readonly Readonly<Record<string, unknown>>[] }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className="told" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <Text component="summary" size="xs">
        What the model was told
      </Text>
      {opened && <pre>{messages.map(({ role, content }) => `${said(role)}: ${said(content)}`).join('\n\n')}</pre>}
    </details>
  );
}
