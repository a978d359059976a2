import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { type Chat, chatCalls, chatKeys } from '../../../api/playgrounds.ts';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { RowMenu } from '../../../parts/row-menu.tsx';
import { RenameChat } from './rename-chat.tsx';

/** In the address: a conversation that has not begun. */
export const NEW_CHAT = 'new';

interface ChatHeadProps {
  readonly chats: readonly Chat[];
  readonly chat: Chat | undefined;
  readonly onChat: (id: string | undefined) => void;
}

export function ChatHead({ chats, chat, onChat }: ChatHeadProps) {
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
