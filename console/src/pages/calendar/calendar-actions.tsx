import { useState } from 'react';
import { type Calendar, calendarCalls, calendarsKey } from '../../api/calendars.ts';
import { useChange } from '../../api/use-change.ts';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameInput } from '../../parts/name-input.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';

export function CalendarActions({ calendar: { id, name } }: { calendar: Calendar }) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <RowMenu
        of={name}
        onPage
        actions={[
          { label: 'Rename', onChoose: () => setDialog('rename') },
          { label: 'Delete', onChoose: () => setDialog('delete'), dangerous: true },
        ]}
      />
      {dialog === 'rename' && <RenameCalendar id={id} was={name} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteDialog
          name={name}
          kind="calendar"
          call={calendarCalls.remove(id)}
          forget={[calendarsKey]}
          to="/calendars"
          onClose={close}
        >
          A calendar that a project uses cannot be deleted. This cannot be undone.
        </DeleteDialog>
      )}
    </>
  );
}

function RenameCalendar({ id, was, onClose }: { id: string; was: string; onClose: () => void }) {
  const [name, setName] = useState(was);
  const rename = useChange((text: string) => calendarCalls.rename(id, text), {
    refresh: [calendarsKey],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Rename ${was}`}
      onClose={onClose}
      submit="Rename"
      onSubmit={() => rename.mutate(name)}
      busy={rename.isPending}
      problem={rename.error}
      refused="The calendar was not renamed"
    >
      <NameInput value={name} onChange={setName} problem={rename.error} />
    </FormDialog>
  );
}
