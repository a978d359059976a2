import { Text } from '@mantine/core';

const said = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content, null, 2));

/** Everything that was sent to the model, documents included. */
export function Told({ messages }: { messages: readonly Readonly<Record<string, unknown>>[] }) {
  return (
    <details className="told">
      <Text component="summary" size="xs">
        What the model was told
      </Text>
      <pre>{messages.map(({ role, content }) => `${said(role)}: ${said(content)}`).join('\n\n')}</pre>
    </details>
  );
}
