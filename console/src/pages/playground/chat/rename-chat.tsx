import { type Chat, chatCalls, chatKeys } from '../../../api/playgrounds.ts';
import { TextDialog } from '../../../parts/text-dialog.tsx';

export function RenameChat({ chat, onClose }: { chat: Chat; onClose: () => void }) {
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
