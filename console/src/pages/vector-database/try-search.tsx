import { Badge, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/call-query.ts';
import { type Citation, type Search, type VectorDatabase, vectorDatabaseCalls } from '../../api/generative.ts';
import { RowButton } from '../../parts/actions.tsx';
import { SubmitForm } from '../../parts/dialogs.tsx';
import { ChoiceField, NumberField, TextField } from '../../parts/fields.tsx';
import { Panel, ProblemNote } from '../../parts/panel.tsx';
import { Small } from '../../parts/text.tsx';
import { type Condition, metadataFilter, OPERATORS } from './filter.ts';

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
      <SubmitForm onSubmit={() => ask()}>
        <Stack>
          <Group align="flex-end" gap="xs">
            <TextField label="Question" flex="1 1 280px" value={query} onChange={setQuery} required />
            <NumberField
              label="At most"
              w={90}
              min={1}
              max={100}
              allowDecimal={false}
              value={most}
              onChange={setMost}
            />
            <Button type="submit" loading={search.isPending}>
              Search
            </Button>
          </Group>
          <Conditions columns={database.metadataColumns} conditions={conditions} onConditions={setConditions} />
          <ProblemNote problem={search.error} title="Nothing was searched" />
        </Stack>
      </SubmitForm>
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

/** Pieces best first; the bar is how like the question each is. */
function Found({ citations }: { citations: readonly Citation[] }) {
  return (
    <Stack component="ol" aria-label="Pieces found" mt="lg" p={0} gap="lg" style={{ listStyle: 'none' }}>
      {citations.map((one) => (
        <li key={`${one.source} ${one.text}`}>
          <Group justify="space-between" wrap="nowrap" mb={4}>
            <Text size="sm" fw={600} truncate>
              {one.source ?? 'a document'}
            </Text>
            <Score value={one.similarityScore} />
          </Group>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {one.text}
          </Text>
          <Group gap={6} mt={6}>
            {Object.entries(one.metadata ?? {}).map(([name, value]) => (
              <Badge key={name} color="gray" size="sm">{`${name}: ${String(value)}`}</Badge>
            ))}
          </Group>
        </li>
      ))}
    </Stack>
  );
}

function Score({ value }: { value: number | null }) {
  if (value === null) return <Small>beside a piece that was found</Small>;
  return (
    <Group gap={8} wrap="nowrap" flex="none">
      <Progress value={Math.max(0, value) * 100} w={80} size="sm" aria-hidden="true" />
      <Text size="xs" className="number" title="Cosine similarity">
        {value.toFixed(3)}
      </Text>
    </Group>
  );
}

interface ConditionsProps {
  readonly columns: readonly string[];
  readonly conditions: readonly Condition[];
  readonly onConditions: (conditions: readonly Condition[]) => void;
}

/** Conditions on the metadata of pieces; all of them must hold. */
function Conditions({ columns, conditions, onConditions }: ConditionsProps) {
  if (columns.length === 0) return null;
  const change = (at: number, part: Partial<Condition>) =>
    onConditions(conditions.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <Stack gap="xs" align="flex-start">
      {conditions.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other name than their place
        <Group key={index} gap="xs" wrap="wrap">
          <ChoiceField
            aria-label={`Column of condition ${index + 1}`}
            size="xs"
            w={150}
            data={columns}
            value={one.column}
            onChange={(column) => change(index, { column })}
          />
          <ChoiceField
            aria-label={`Comparison of condition ${index + 1}`}
            size="xs"
            w={160}
            data={OPERATORS}
            value={one.operator}
            onChange={(operator) => change(index, { operator })}
          />
          <TextField
            aria-label={`Value of condition ${index + 1}`}
            size="xs"
            value={one.value}
            onChange={(text) => change(index, { value: text })}
          />
          <RowButton
            label="Remove"
            of={`condition ${index + 1}`}
            onClick={() => onConditions(conditions.filter((_, place) => place !== index))}
          />
        </Group>
      ))}
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => onConditions([...conditions, { column: columns[0] ?? '', operator: '$eq', value: '' }])}
      >
        Add a condition on metadata
      </Button>
    </Stack>
  );
}
