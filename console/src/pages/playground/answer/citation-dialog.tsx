import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Citation } from '../../../api/playgrounds.ts';
import { Details } from '../../../parts/details.tsx';

interface CitationDialogProps {
  readonly citations: readonly Citation[];
  readonly opened: number | undefined;
  readonly onOpen: (index: number | undefined) => void;
}

/** One source at a time, with the way to its neighbours. */
export function CitationDialog({ citations, opened, onOpen }: CitationDialogProps) {
  const citation = opened === undefined ? undefined : citations[opened];
  return (
    <Modal
      opened={citation !== undefined}
      onClose={() => onOpen(undefined)}
      size="lg"
      title={opened === undefined ? 'Source' : `Source ${opened + 1} of ${citations.length}`}
    >
      {citation && opened !== undefined && (
        <Stack>
          <CitationText citation={citation} />
          <Group justify="space-between">
            <Button variant="default" size="xs" disabled={opened === 0} onClick={() => onOpen(opened - 1)}>
              Previous
            </Button>
            <Button
              variant="default"
              size="xs"
              disabled={opened === citations.length - 1}
              onClick={() => onOpen(opened + 1)}
            >
              Next
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function CitationText({ citation: { text, source, similarityScore, metadata } }: { citation: Citation }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Document', source ?? 'not named'],
    ['Similarity', similarityScore === null ? 'added beside a piece that was found' : similarityScore.toFixed(3)],
    ...Object.entries(metadata ?? {}).map(([name, value]) => [name, String(value)] as const),
  ];
  return (
    <>
      <Text className="answer-text" component="blockquote" m={0}>
        {text}
      </Text>
      <Details facts={facts} nameWidth={160} />
    </>
  );
}
