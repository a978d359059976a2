import { Anchor, Tabs } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PredictionRequest } from '../../../api/prediction-snippets.ts';
import { curlSnippet, javascriptSnippet, pythonSnippet } from '../../../api/prediction-snippets.ts';
import { CodeBlock } from '../../../parts/copy-text.tsx';
import { Dimmed } from '../../../parts/text.tsx';

const languages = [
  { value: 'cURL', label: 'cURL command', write: curlSnippet },
  { value: 'Python', label: 'Python code', write: pythonSnippet },
  { value: 'JavaScript', label: 'JavaScript code', write: javascriptSnippet },
] as const;

/** One request in three languages. It works as pasted, once the API key is in the environment. */
export function Snippets({ request }: { request: PredictionRequest }) {
  return (
    <>
      <Tabs defaultValue="cURL">
        <Tabs.List aria-label="Language">
          {languages.map(({ value }) => (
            <Tabs.Tab key={value} value={value}>
              {value}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map(({ value, label, write }) => (
          <Tabs.Panel key={value} value={value} pt="sm">
            <CodeBlock label={label} text={write(request)} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Dimmed mt="sm">
        Set the environment variable ALMANAC_API_KEY to one of{' '}
        <Anchor component={Link} to="/account/api-keys" underline="always" inherit>
          your API keys
        </Anchor>{' '}
        first.
      </Dimmed>
    </>
  );
}
