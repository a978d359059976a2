import { Button, Group, Paper, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery, useChange } from '../../../api/call-query.ts';
import { type Blueprint, type Chat, chatCalls, chatKeys } from '../../../api/generative.ts';
import { RowMenu } from '../../../parts/data-table.tsx';
import { ConfirmDialog, TextDialog } from '../../../parts/dialogs.tsx';
import { Answer } from '../../../parts/panel.tsx';
import { BlueprintList } from '../blueprints/blueprint-list.tsx';
import { Conversation } from './conversation.tsx';

interface ChatViewProps {
  readonly blueprints: readonly Blueprint[];
  readonly chosen: Blueprint;
  readonly chatId: string | undefined;
  readonly onBlueprint: (id: string) => void;
  readonly onChat: (id: string | undefined) => void;
}

export function ChatView({ blueprints, chosen, chatId, onBlueprint, onChat }: ChatViewProps) {
  const chats = useQuery(callQuery(chatCalls.list(chosen.id)));
  return (
    <div className="playground">
      <BlueprintList blueprints={blueprints} chosenId={chosen.id} onChoose={onBlueprint} />
      <Paper withBorder p="lg" component="section" aria-label={`Chat with ${chosen.name}`}>
        <Answer of={chats} what="the conversations">
          {({ data }) => {
            const chat =
              chatId === NEW_CHAT
                ? undefined
                : (data.find(({ id }) => id === chatId) ?? (chatId ? undefined : data[0]));
            return (
              <>
                <ChatHead chats={data} chat={chat} onChat={onChat} />
                <Conversation key={chat?.id ?? NEW_CHAT} blueprint={chosen} chat={chat} onBegun={onChat} />
              </>
            );
          }}
        </Answer>
      </Paper>
    </div>
  );
}

/** In the address: a conversation that has not begun. */
const NEW_CHAT = 'new';

interface ChatHeadProps {
  readonly chats: readonly Chat[];
  readonly chat: Chat | undefined;
  readonly onChat: (id: string | undefined) => void;
}

function ChatHead({ chats, chat, onChat }: ChatHeadProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const close = () => setDialog(undefined);
  const remove = useChange(chatCalls.remove, {
    refresh: [chatKeys.chats, chatKeys.prompts],
    onDone: () => {
      close();
      onChat(undefined);
    },
  });
  if (chats.length === 0) return null;
  return (
    <Group mb="lg" gap="xs" align="flex-end" wrap="nowrap">
      <Select
        label="Conversation"
        size="xs"
        flex={1}
        data={chats.map(({ id, name }) => ({ value: id, label: name }))}
        value={chat?.id ?? null}
        placeholder="A new conversation"
        onChange={(id) => id && onChat(id)}
        allowDeselect={false}
      />
      <Button size="xs" variant="default" onClick={() => onChat(NEW_CHAT)} disabled={chat === undefined}>
        New
      </Button>
      {chat && (
        <RowMenu
          of={`the conversation ${chat.name}`}
          actions={[
            { label: 'Rename', onChoose: () => setDialog('rename') },
            { label: 'Delete', onChoose: () => setDialog('delete'), dangerous: true },
          ]}
        />
      )}
      {chat && dialog === 'rename' && <RenameChat chat={chat} onClose={close} />}
      <ConfirmDialog
        opened={dialog === 'delete'}
        onClose={close}
        title="Delete this conversation?"
        confirm="Delete the conversation"
        onConfirm={() => chat && remove.mutate(chat.id)}
        busy={remove.isPending}
        problem={remove.error}
      >
        What was asked and answered in it is gone; the calls stay counted. This cannot be undone.
      </ConfirmDialog>
    </Group>
  );
}

function RenameChat({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  return (
    <TextDialog
      title="Rename the conversation"
      submit="Rename"
      refused="The conversation was not renamed"
      was={{ name: chat.name }}
      call={({ name }) => chatCalls.rename(chat.id, name)}
      refresh={[chatKeys.chats]}
      onClose={onClose}
    />
  );
}
