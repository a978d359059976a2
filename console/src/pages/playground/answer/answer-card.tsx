import { ActionIcon, Group, Modal, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';

import { useEffect, useRef, useState } from 'react';
import { useAccount } from '../../../api/accounts.ts';
import type { Citation, ModelAnswer, Thumb } from '../../../api/generative.ts';
import { Allowed, HeadButton } from '../../../parts/actions.tsx';
import { Details } from '../../../parts/data-table.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { ProblemNote } from '../../../parts/panel.tsx';
import { Small } from '../../../parts/text.tsx';
import { firstWords } from '../chat/chat-text.ts';

interface AnswerCardProps {
  readonly answer: ModelAnswer;
  readonly playgroundId: string;
  readonly onRate: (thumb: Thumb) => void;
}

/** What a model said, where it has it from, and what it cost. */
export function AnswerCard({ answer, playgroundId, onRate }: AnswerCardProps) {
  const { executionStatus, resultText, resultMetadata, citations } = answer;
  const [opened, setOpened] = useState<number>();
  const { shown, isArriving } = useReveal(executionStatus === 'COMPLETED' ? (resultText ?? '') : null);
  if (executionStatus === 'ERROR') {
    const why =
      resultMetadata?.errorMessage ?? 'The model gave no reason. Ask again; if it stays, tell your administrator.';
    return <ProblemNote problem={new Error(why)} title="No answer" />;
  }
  if (executionStatus !== 'COMPLETED') return <Thinking />;
  return (
    <Stack gap={8} aria-busy={isArriving}>
      <Text className="answer-text">{shown}</Text>
      <Sources citations={citations} onOpen={setOpened} />
      <Group gap="md" justify="space-between">
        {resultMetadata && <Figures answer={resultMetadata} />}
        <Allowed needs={{ object: 'playground', id: playgroundId, need: 'write' }}>
          <Thumbs feedback={resultMetadata?.feedbackResult} onRate={onRate} />
        </Allowed>
      </Group>
      {resultMetadata?.finalPrompt && <FinalPrompt messages={resultMetadata.finalPrompt} />}
      <CitationDialog citations={citations} opened={opened} onOpen={setOpened} />
    </Stack>
  );
}

function Thinking() {
  return (
    <div role="status">
      <VisuallyHidden>The model is answering</VisuallyHidden>
      <span className="thinking" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
    </div>
  );
}

function Figures({ answer }: { answer: NonNullable<ModelAnswer['resultMetadata']> }) {
  const { inputTokenCount, outputTokenCount, estimatedDocsTokenCount, latencyMilliseconds } = answer;
  const whole = (value: number) => value.toLocaleString('en');
  const documents = estimatedDocsTokenCount > 0 ? ` (${whole(estimatedDocsTokenCount)} of documents)` : '';
  return (
    <Small className="number">
      {`${whole(inputTokenCount)} tokens in${documents}, ${whole(outputTokenCount)} out · ${(latencyMilliseconds / 1000).toFixed(2)} s`}
    </Small>
  );
}

const print = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content, null, 2));

/** Everything that was sent to the model, documents included; drawn when somebody wants to see it. */
function FinalPrompt({ messages }: { messages: readonly Readonly<Record<string, unknown>>[] }) {
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

/** Where an answer has it from; a click opens the piece itself. */
function Sources({ citations, onOpen }: { citations: readonly Citation[]; onOpen: (index: number) => void }) {
  if (citations.length === 0) return null;
  return (
    <ul className="sources" aria-label="Sources">
      {citations.map((citation, index) => (
        <li key={`${citation.source} ${citation.text}`}>
          <button type="button" className="citation mantine-focus-auto" onClick={() => onOpen(index)}>
            {`[${index + 1}] ${citation.source ?? 'a document'}`}
          </button>
        </li>
      ))}
    </ul>
  );
}

const STEP_MS = 30;
/** However long the answer is, it is all there after this. */
const LONGEST_MS = 1_500;

/** An answer that arrived while somebody waited for it appears word by word; any other is there at once. */
function useReveal(text: string | null): { readonly shown: string; readonly isArriving: boolean } {
  const waited = useRef(false);
  const still = useReducedMotion();
  const [words, setWords] = useState(0);
  if (text === null) waited.current = true;
  const total = text === null ? 0 : text.split(/\s+/).length;
  const isArriving = text !== null && waited.current && !still && words < total;
  useEffect(() => {
    if (!isArriving) return;
    const step = Math.max(1, Math.ceil(total / (LONGEST_MS / STEP_MS)));
    const timer = setInterval(() => setWords((before) => before + step), STEP_MS);
    return () => clearInterval(timer);
  }, [isArriving, total]);
  return { shown: isArriving ? firstWords(text, words) : (text ?? ''), isArriving };
}

interface ThumbsProps {
  readonly feedback: NonNullable<ModelAnswer['resultMetadata']>['feedbackResult'] | undefined;
  readonly onRate: (thumb: Thumb) => void;
}

function Thumbs({ feedback, onRate }: ThumbsProps) {
  const { uid } = useAccount();
  const thumbs = [
    { thumb: '1', icon: 'thumbUp', label: 'Good answer', given: feedback?.positiveUserIds.includes(uid) ?? false },
    { thumb: '0', icon: 'thumbDown', label: 'Bad answer', given: feedback?.negativeUserIds.includes(uid) ?? false },
  ] as const;
  return (
    <Group gap={2}>
      {thumbs.map(({ thumb, icon, label, given }) => (
        <ActionIcon
          key={thumb}
          variant={given ? 'light' : 'subtle'}
          color={given ? 'almanac' : 'gray'}
          aria-label={label}
          aria-pressed={given}
          onClick={() => onRate(thumb)}
        >
          <Icon name={icon} size={16} />
        </ActionIcon>
      ))}
    </Group>
  );
}

interface CitationDialogProps {
  readonly citations: readonly Citation[];
  readonly opened: number | undefined;
  readonly onOpen: (index: number | undefined) => void;
}

/** One source at a time, with the way to its neighbours. */
function CitationDialog({ citations, opened, onOpen }: CitationDialogProps) {
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
            <HeadButton label="Previous" disabled={opened === 0} onClick={() => onOpen(opened - 1)} />
            <HeadButton label="Next" disabled={opened === citations.length - 1} onClick={() => onOpen(opened + 1)} />
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
