import { Anchor, Box, Chip, Group, Input, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall, useChange } from '../../../api/call-query.ts';
import type { Blueprint, ComparisonPrompt, Thumb } from '../../../api/generative.ts';
import { chatCalls, chatKeys, chatQueries, playgroundCalls, playgroundKeys } from '../../../api/generative.ts';
import type { ObjectNeed } from '../../../api/route-need.ts';
import { send } from '../../../api/send.ts';
import { Allowed } from '../../../parts/actions.tsx';
import { Answer, EmptyState, Panel, ProblemNote } from '../../../parts/panel.tsx';
import { Dimmed, Timestamp } from '../../../parts/text.tsx';
import { AnswerCard } from '../answer/answer-card.tsx';
import { PromptBox } from '../chat/conversation.tsx';

/** One question to several blueprints. Only saved ones, so that an answer says what it was given by. */
export function CompareView({ playgroundId, blueprints }: { playgroundId: string; blueprints: readonly Blueprint[] }) {
  const client = useQueryClient();
  const chats = useCall(chatCalls.comparisonChats(playgroundId));
  const chat = chats.data?.data[0];
  const comparisons = useQuery({ ...chatQueries.comparisons(chat?.id ?? ''), enabled: chat !== undefined });
  const saved = blueprints.filter(({ isSaved }) => isSaved);
  const [chosen, setChosen] = useState<string[]>();
  const asked = chosen ?? saved.slice(0, 3).map(({ id }) => id);
  const ask = useMutation({
    mutationFn: async (text: string) => {
      const { id } = chat ?? (await send(chatCalls.createComparisonChat(playgroundId, 'Comparisons')));
      return send(chatCalls.compare(id, text, asked));
    },
    onSuccess: () =>
      Promise.all(
        [chatKeys.comparisonChats, chatKeys.comparisons].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
  const judge = useChange(
    ({ prompt, result, thumb }: { prompt: string; result: string; thumb: Thumb }) =>
      chatCalls.rateCompared(prompt, result, thumb),
    { refresh: chat ? [chatKeys.comparisons] : [] },
  );
  const writing: ObjectNeed = { object: 'playground', id: playgroundId, need: 'write' };
  if (saved.length === 0) return <SaveFirst blueprints={blueprints} writing={writing} />;
  const newestFirst = (data: readonly ComparisonPrompt[]) => [...data].reverse();
  return (
    <Stack gap="lg">
      <Allowed needs={writing}>
        <Paper withBorder p="lg" component="section" aria-label="Ask several">
          <Stack>
            <Input.Wrapper label="Blueprints to ask" labelElement="div">
              <Chip.Group multiple value={asked} onChange={setChosen}>
                <Group gap="xs" mt={4}>
                  {saved.map(({ id, name }) => (
                    <Chip key={id} value={id} size="sm">
                      {name}
                    </Chip>
                  ))}
                </Group>
              </Chip.Group>
            </Input.Wrapper>
            {saved.length < blueprints.length && (
              <Dimmed>
                Drafts are left out: save them from their menu under Chat, and they are asked as they are.
              </Dimmed>
            )}
            <PromptBox
              label="Question for all of them"
              busy={ask.isPending}
              disabled={asked.length === 0}
              onSend={(text) => ask.mutateAsync(text)}
            />
            <ProblemNote problem={ask.error ?? judge.error} title="That was not sent" />
          </Stack>
        </Paper>
      </Allowed>
      {chat && (
        <Answer of={comparisons} what="the comparisons">
          {({ data }) =>
            newestFirst(data).map((prompt) => (
              <Compared
                key={prompt.id}
                prompt={prompt}
                playgroundId={playgroundId}
                blueprints={blueprints}
                onRate={(result, thumb) => judge.mutate({ prompt: prompt.id, result, thumb })}
              />
            ))
          }
        </Answer>
      )}
    </Stack>
  );
}

function SaveFirst({ blueprints, writing }: { blueprints: readonly Blueprint[]; writing: ObjectNeed }) {
  const save = useChange((id: string) => playgroundCalls.changeBlueprint(id, { isSaved: true }), {
    refresh: [playgroundKeys.all, playgroundKeys.blueprints],
  });
  return (
    <EmptyState icon="llm" title="Save blueprints to compare them">
      A saved blueprint stays as it is, so that its answers can be told from those of others.{' '}
      {blueprints.map(({ id, name }) => (
        <Allowed key={id} needs={writing}>
          <Anchor component="button" size="sm" mr={8} onClick={() => save.mutate(id)}>
            {`Save ${name}`}
          </Anchor>
        </Allowed>
      ))}
    </EmptyState>
  );
}

interface ComparedProps {
  readonly prompt: ComparisonPrompt;
  readonly playgroundId: string;
  readonly blueprints: readonly Blueprint[];
  readonly onRate: (resultId: string, thumb: Thumb) => void;
}

/** The answers to one question side by side. */
function Compared({ prompt, playgroundId, blueprints, onRate }: ComparedProps) {
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
            <AnswerCard answer={result} playgroundId={playgroundId} onRate={(thumb) => onRate(result.id, thumb)} />
          </Box>
        ))}
        {prompt.results.length === 0 && <Text c="dimmed">No blueprint was asked.</Text>}
      </section>
    </Panel>
  );
}
