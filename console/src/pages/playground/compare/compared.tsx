import { Box, Text, Title } from '@mantine/core';
import type { Blueprint, ComparisonPrompt, Thumb } from '../../../api/playgrounds.ts';
import { Panel } from '../../../parts/panel.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';
import { AnswerCard } from '../answer/answer-card.tsx';

interface ComparedProps {
  readonly prompt: ComparisonPrompt;
  readonly blueprints: readonly Blueprint[];
  readonly onRate: (resultId: string, thumb: Thumb) => void;
}

/** The answers to one question side by side. */
export function Compared({ prompt, blueprints, onRate }: ComparedProps) {
  const nameOf = (id: string) => blueprints.find((one) => one.id === id)?.name ?? 'a blueprint that was deleted';
  return (
    <Panel title={prompt.text} intro={<Timestamp iso={prompt.creationDate} />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="compared" aria-label={`Answers to: ${prompt.text}`} tabIndex={0}>
        {prompt.results.map((result) => (
          <Box component="article" key={result.id} aria-label={nameOf(result.llmBlueprintId)}>
            <Title order={3} size="h5" mb={8}>
              {nameOf(result.llmBlueprintId)}
            </Title>
            <AnswerCard answer={result} onRate={(thumb) => onRate(result.id, thumb)} />
          </Box>
        ))}
        {prompt.results.length === 0 && <Text c="dimmed">No blueprint was asked.</Text>}
      </section>
    </Panel>
  );
}
