import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ApiCall } from '../api/call.ts';
import { useChange } from '../api/call-query.ts';
import { NameAndDescription, NameInput } from './name-input.tsx';
import { ProblemNote } from './panel.tsx';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode;
  readonly confirm: string;
  /** Where the action itself is called cancelling. */
  readonly dismiss?: 'Back';
  readonly onConfirm: () => void;
  readonly busy: boolean;
  readonly problem: unknown;
}

/** Asked before anything that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
      <Stack>
        <Text size="sm">{props.children}</Text>
        <ProblemNote problem={props.problem} />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {props.dismiss ?? 'Cancel'}
          </Button>
          <Button color="red.9" loading={props.busy} onClick={props.onConfirm}>
            {props.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface DeleteDialogProps {
  readonly name: string;
  /** What it is: `recipe`. */
  readonly kind: string;
  readonly call: ApiCall<unknown>;
  readonly refresh?: readonly (readonly string[])[];
  /** What must not be asked for again. */
  readonly forget?: readonly (readonly string[])[];
  /** Where to go from the page of a thing that is gone; a row of a list just closes the dialog. */
  readonly to?: NavigateOptions['to'];
  readonly onClose: () => void;
  /** What goes with it, what stays, and whether it can be brought back. */
  readonly children: ReactNode;
}

/** Asks, deletes, and leaves the page of what is gone. */
export function DeleteDialog({ name, kind, call, to, onClose, children, ...kept }: DeleteDialogProps) {
  const navigate = useNavigate();
  const remove = useChange(() => call, {
    ...kept,
    onDone: () => (to === undefined ? onClose() : void navigate({ to } as NavigateOptions)),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete ${name}?`}
      confirm={`Delete the ${kind}`}
      onConfirm={() => remove.mutate(undefined)}
      busy={remove.isPending}
      problem={remove.error}
    >
      {children}
    </ConfirmDialog>
  );
}

interface FormDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly submit: string;
  readonly onSubmit: () => void;
  readonly busy: boolean;
  readonly problem: unknown;
  /** The heading of a refusal: `The key was not renamed`. */
  readonly refused: string;
  readonly children: ReactNode;
}

/** A few fields, one button to send them, one to leave. */
export function FormDialog(props: FormDialogProps) {
  return (
    <Modal opened onClose={props.onClose} title={props.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        <Stack>
          {props.children}
          <ProblemNote problem={props.problem} title={props.refused} />
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={props.busy}>
              {props.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface NamedText {
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
