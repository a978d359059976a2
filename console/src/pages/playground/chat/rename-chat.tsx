import { useState } from 'react';
import { type Chat, chatCalls, chatKeys } from '../../../api/chats.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { NameInput } from '../../../parts/name-input.tsx';

export function RenameChat({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const [name, setName] = useState(chat.name);
  const rename = useChange((text: string) => chatCalls.rename(chat.id, text), {
    refresh: [chatKeys.of(chat.llmBlueprintId)],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Rename the conversation"
      onClose={onClose}
      submit="Rename"
      onSubmit={() => rename.mutate(name)}
      busy={rename.isPending}
      problem={rename.error}
      refused="The conversation was not renamed"
    >
      <NameInput value={name} onChange={setName} />
    </FormDialog>
  );
}
