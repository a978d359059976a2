import { Button, Group, Kbd, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useChange } from '../../../api/call-query.ts';
import type { Blueprint, Chat, ChatPrompt, Thumb } from '../../../api/generative.ts';
import { chatCalls, chatKeys, chatQueries } from '../../../api/generative.ts';
import { send } from '../../../api/send.ts';
import { Allowed } from '../../../parts/actions.tsx';
import { LongTextField } from '../../../parts/fields.tsx';
import { Answer, Note, ProblemNote } from '../../../parts/panel.tsx';
import { Dimmed, Small } from '../../../parts/text.tsx';
import { AnswerCard } from '../answer/answer-card.tsx';
import { chatName } from './chat-text.ts';

interface ConversationProps {
  readonly blueprint: Blueprint;
  /** None: the first question begins one. */
  readonly chat: Chat | undefined;
  readonly onBegun: (chatId: string) => void;
}

export function Conversation({ blueprint, chat, onBegun }: ConversationProps) {
  const client = useQueryClient();
  const prompts = useQuery({ ...chatQueries.prompts(chat?.id ?? ''), enabled: chat !== undefined });
  const ask = useMutation({
    mutationFn: async (text: string) => {
      const { id } = chat ?? (await send(chatCalls.create(blueprint.id, chatName(text))));
      return send(chatCalls.prompt(id, text));
    },
    onSuccess: async ({ chatId }) => {
      await client.invalidateQueries({ queryKey: chat ? chatKeys.prompts : chatKeys.chats });
      if (chat === undefined && chatId !== null) onBegun(chatId);
    },
  });
  const judge = useChange(({ id, thumb }: { id: string; thumb: Thumb }) => chatCalls.rate(id, thumb), {
    refresh: chat ? [chatKeys.prompts] : [],
  });
  return (
    <Stack gap="lg">
      {chat === undefined ? (
        <Dimmed>
          {blueprint.vectorDatabaseName === null
            ? `Ask ${blueprint.llmName ?? 'the model'} anything. It remembers what was said in a conversation.`
            : `Ask something that ${blueprint.vectorDatabaseName} can answer; the sources are named below each answer.`}
        </Dimmed>
      ) : (
        <Answer of={prompts} what="the conversation">
          {({ data }) => (
            <Thread
              prompts={data}
              playgroundId={blueprint.playgroundId}
              onRate={(id, thumb) => judge.mutate({ id, thumb })}
            />
          )}
        </Answer>
      )}
      <ProblemNote problem={ask.error} title="The question was not sent" />
      <ProblemNote problem={judge.error} title="The judgement was not kept" />
      {chat?.isFrozen ? (
        <Note tone="careful" title="This conversation can be read, not continued">
          The blueprint has changed since. Begin a new conversation with it.
        </Note>
      ) : (
        <Allowed needs={{ object: 'playground', id: blueprint.playgroundId, need: 'write' }}>
          <PromptBox label="Your question" busy={ask.isPending} onSend={(text) => ask.mutateAsync(text)} />
        </Allowed>
      )}
    </Stack>
  );
}

interface ThreadProps {
  readonly prompts: readonly ChatPrompt[];
  readonly playgroundId: string;
  readonly onRate: (id: string, thumb: Thumb) => void;
}

function Thread({ prompts, playgroundId, onRate }: ThreadProps) {
  return (
    <ol className="thread" aria-label="Conversation" aria-live="polite">
      {prompts.map((prompt) => (
        <li key={prompt.id}>
          <Stack gap="md">
            <div className="asked">{prompt.text}</div>
            <AnswerCard answer={prompt} playgroundId={playgroundId} onRate={(thumb) => onRate(prompt.id, thumb)} />
          </Stack>
        </li>
      ))}
    </ol>
  );
}

interface PromptBoxProps {
  readonly label: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onSend: (text: string) => Promise<unknown>;
}

/** Enter sends, Shift and Enter begin a new line. What could not be sent stays in the box. */
export function PromptBox({ label, busy, disabled = false, onSend }: PromptBoxProps) {
  const [text, setText] = useState('');
  const ready = text.trim() !== '' && !busy && !disabled;
  const submit = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (ready)
      void onSend(text).then(
        () => setText(''),
        () => undefined,
      );
  };
  return (
    <form onSubmit={submit}>
      <LongTextField
        label={label}
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
        maxRows={10}
        disabled={disabled}
      />
      <Group justify="space-between" mt={8}>
        <Small>
          <Kbd size="xs">Enter</Kbd> sends, <Kbd size="xs">Shift</Kbd> + <Kbd size="xs">Enter</Kbd> begins a line
        </Small>
        <Button type="submit" size="xs" loading={busy} disabled={!ready && !busy}>
          Ask
        </Button>
      </Group>
    </form>
  );
}
