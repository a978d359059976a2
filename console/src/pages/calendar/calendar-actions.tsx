import { useState } from 'react';
import { type Calendar, calendarCalls, calendarsKey } from '../../api/calendars.ts';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { TextDialog } from '../../parts/text-dialog.tsx';

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
      {dialog === 'rename' && (
        <TextDialog
          title={`Rename ${name}`}
          submit="Rename"
          refused="The calendar was not renamed"
          was={{ name }}
          call={(text) => calendarCalls.rename(id, text.name)}
          refresh={[calendarsKey]}
          onClose={close}
        />
      )}
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
