import { Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { ModelAnswer, Thumb } from '../../../api/playgrounds.ts';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { FinalPrompt } from './answer-details.tsx';
import { CitationDialog } from './citation-dialog.tsx';
import { Sources } from './sources.tsx';
import { Thumbs } from './thumbs.tsx';
import { useReveal } from './use-reveal.ts';

interface AnswerCardProps {
  readonly answer: ModelAnswer;
  readonly onRate: (thumb: Thumb) => void;
}

/** What a model said, where it has it from, and what it cost. */
export function AnswerCard({ answer, onRate }: AnswerCardProps) {
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
        <Thumbs feedback={resultMetadata?.feedbackResult} onRate={onRate} />
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
    <Text size="xs" c="dimmed" className="number">
      {`${whole(inputTokenCount)} tokens in${documents}, ${whole(outputTokenCount)} out · ${(latencyMilliseconds / 1000).toFixed(2)} s`}
    </Text>
  );
}
