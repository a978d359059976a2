import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { type Search, type VectorDatabase, vectorDatabaseCalls } from '../../api/vector-databases.ts';
import { Panel } from '../../parts/panel.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Conditions } from './conditions.tsx';
import { type Condition, metadataFilter } from './filter.ts';
import { Found } from './found.tsx';

const USUAL = 5;

/** What a prompt would be given to answer from, without asking a model. */
export function TrySearch({ database }: { database: VectorDatabase }) {
  const [query, setQuery] = useState('');
  const [most, setMost] = useState<number | ''>(USUAL);
  const [conditions, setConditions] = useState<readonly Condition[]>([]);
  const search = useChange((wanted: Search) => vectorDatabaseCalls.search(database.id, wanted));
  const ask = () =>
    search.mutate({
      query,
      vectorDatabaseSettings: { maxDocumentsRetrievedPerPrompt: most === '' ? USUAL : most },
      metadataFilter: metadataFilter(conditions),
    });
  return (
    <Panel
      title="Try a search"
      intro="The pieces a question would be answered from, best first by meaning and words together; the score is the likeness in meaning."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <Stack>
          <Group align="flex-end" gap="xs">
            <TextInput
              label="Question"
              flex="1 1 280px"
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
              required
            />
            <NumberInput
              label="At most"
              w={90}
              min={1}
              max={100}
              allowDecimal={false}
              value={most}
              onChange={(next) => setMost(typeof next === 'number' ? next : '')}
            />
            <Button type="submit" loading={search.isPending}>
              Search
            </Button>
          </Group>
          <Conditions columns={database.metadataColumns} conditions={conditions} onConditions={setConditions} />
          <ProblemNote problem={search.error} title="Nothing was searched" />
        </Stack>
      </form>
      {search.data && (
        <div role="status">
          {search.data.citations.length === 0 ? (
            <Text mt="md" c="dimmed">
              No piece fits. Loosen the conditions, or ask in other words.
            </Text>
          ) : (
            <Found citations={search.data.citations} />
          )}
        </div>
      )}
    </Panel>
  );
}
