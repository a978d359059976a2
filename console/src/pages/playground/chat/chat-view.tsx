import { Group, Paper } from '@mantine/core';

import { type Blueprint, type Chat, chatCalls, chatKeys } from '../../../api/generative.ts';
import { allNeed, HeadButton, RowMenu } from '../../../parts/actions.tsx';
import { ConfirmDialog, TextDialog } from '../../../parts/dialogs.tsx';
import { ChoiceField } from '../../../parts/fields.tsx';
import { Reply } from '../../../parts/panel.tsx';
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
  return (
    <div className="playground">
      <BlueprintList blueprints={blueprints} chosenId={chosen.id} onChoose={onBlueprint} />
      <Paper withBorder p="lg" component="section" aria-label={`Chat with ${chosen.name}`}>
        <Reply to={chatCalls.list(chosen.id)} what="the conversations">
          {({ data }) => {
            const chat =
              chatId === NEW_CHAT
                ? undefined
                : (data.find(({ id }) => id === chatId) ?? (chatId ? undefined : data[0]));
            return (
              <>
                <ChatHead playgroundId={chosen.playgroundId} chats={data} chat={chat} onChat={onChat} />
                <Conversation key={chat?.id ?? NEW_CHAT} blueprint={chosen} chat={chat} onBegun={onChat} />
              </>
            );
          }}
        </Reply>
      </Paper>
    </div>
  );
}

/** In the address: a conversation that has not begun. */
const NEW_CHAT = 'new';

interface ChatHeadProps {
  readonly playgroundId: string;
  readonly chats: readonly Chat[];
  readonly chat: Chat | undefined;
  readonly onChat: (id: string | undefined) => void;
}

function ChatHead({ playgroundId, chats, chat, onChat }: ChatHeadProps) {
  if (chats.length === 0) return null;
  return (
    <Group mb="lg" gap="xs" align="flex-end" wrap="nowrap">
      <ChoiceField
        label="Conversation"
        size="xs"
        flex={1}
        data={chats.map(({ id, name }) => ({ value: id, label: name }))}
        value={chat?.id ?? null}
        placeholder="A new conversation"
        onChange={onChat}
      />
      <HeadButton label="New" disabled={chat === undefined} onClick={() => onChat(NEW_CHAT)} />
      {chat && (
        <RowMenu
          of={`the conversation ${chat.name}`}
          actions={allNeed({ object: 'playground', id: playgroundId, need: 'write' }, [
            { label: 'Rename', dialog: (close) => <RenameChat chat={chat} onClose={close} /> },
            {
              label: 'Delete',
              dangerous: true,
              dialog: (close) => (
                <ConfirmDialog
                  onClose={close}
                  title="Delete this conversation?"
                  confirm="Delete the conversation"
                  call={chatCalls.remove(chat.id)}
                  refresh={[chatKeys.chats, chatKeys.prompts]}
                  onDone={() => {
                    close();
                    onChat(undefined);
                  }}
                >
                  What was asked and answered in it is gone; the calls stay counted. This cannot be undone.
                </ConfirmDialog>
              ),
            },
          ])}
        />
      )}
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
