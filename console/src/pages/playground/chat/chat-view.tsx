import { Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../api/call-query.ts';
import { type Blueprint, chatCalls } from '../../../api/playgrounds.ts';
import { Answer } from '../../../parts/answer.tsx';
import { BlueprintList } from '../blueprints/blueprint-list.tsx';
import { ChatHead, NEW_CHAT } from './chat-head.tsx';
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
