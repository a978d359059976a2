import { useState } from 'react';
import type { ApiCall } from '../api/call.ts';
import { useChange } from '../api/use-change.ts';
import { FormDialog } from './form-dialog.tsx';
import { NameAndDescription } from './name-and-description.tsx';
import { NameInput } from './name-input.tsx';

export interface NamedText {
  readonly name: string;
  readonly description: string;
}

interface TextDialogProps<Reply> {
  readonly title: string;
  readonly submit?: string;
  /** The heading of a refusal. */
  readonly refused?: string;
  /** What it is called so far. Without a description only the name is asked for. */
  readonly was: { readonly name: string; readonly description?: string };
  readonly call: (text: NamedText) => ApiCall<Reply>;
  readonly refresh: readonly (readonly string[])[];
  /** What the API calls the name. */
  readonly nameField?: string;
  readonly onClose: () => void;
  /** Otherwise the dialog just closes. */
  readonly onDone?: (reply: Reply) => void;
}

/** What something is called and what it is for: the whole form of many things, new or old. */
export function TextDialog<Reply>(props: TextDialogProps<Reply>) {
  const { title, submit = 'Save', refused = 'Nothing was changed', was, nameField = 'name', onClose } = props;
  const [name, setName] = useState(was.name);
  const [description, setDescription] = useState(was.description ?? '');
  const save = useChange(props.call, { refresh: props.refresh, onDone: props.onDone ?? onClose });
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      submit={submit}
      onSubmit={() => save.mutate({ name, description })}
      busy={save.isPending}
      problem={save.error}
      refused={refused}
    >
      {was.description === undefined ? (
        <NameInput value={name} onChange={setName} problem={save.error} field={nameField} />
      ) : (
        <NameAndDescription
          name={name}
          onName={setName}
          description={description}
          onDescription={setDescription}
          problem={save.error}
          nameField={nameField}
        />
      )}
    </FormDialog>
  );
}
