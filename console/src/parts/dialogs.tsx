import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ApiCall } from '../api/call.ts';
import { type ChangeOptions, useChange } from '../api/call-query.ts';
import { ManyField, NameAndDescription, NameInput, RefusedFields, useFields } from './fields.tsx';
import { ProblemNote } from './panel.tsx';

/** Something that is sent: whether it is on its way, and why it was refused. */
interface Sent {
  readonly isPending: boolean;
  readonly error: unknown;
}

/** A request that a dialog sends, and what becomes of the page afterwards. */
interface Sending<Reply> extends ChangeOptions<undefined, Reply> {
  readonly onClose: () => void;
  /** Where to go from the page of a thing that is gone; otherwise the dialog just closes. */
  readonly to?: NavigateOptions['to'];
}

function useSending<Reply>(call: () => ApiCall<Reply>, { onClose, onDone, to, ...options }: Sending<Reply>) {
  const navigate = useNavigate();
  const leave = () => (to === undefined ? onClose() : void navigate({ to } as NavigateOptions));
  return useChange(call, { ...options, onDone: onDone ?? leave });
}

interface ConfirmDialogProps extends Sending<unknown> {
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode;
  readonly confirm: string;
  /** Where the action itself is called cancelling. */
  readonly dismiss?: 'Back';
  readonly call: ApiCall<unknown>;
}

/** Asked before anything that cannot be undone. */
export function ConfirmDialog({ title, children, confirm, dismiss, call, ...sending }: ConfirmDialogProps) {
  const change = useSending(() => call, sending);
  return (
    <Modal opened onClose={sending.onClose} title={title}>
      <Stack>
        <Text size="sm">{children}</Text>
        <ProblemNote problem={change.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={sending.onClose}>
            {dismiss ?? 'Cancel'}
          </Button>
          <Button color="red.9" loading={change.isPending} onClick={() => change.mutate(undefined)}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface DeleteDialogProps extends Omit<ConfirmDialogProps, 'title' | 'confirm'> {
  readonly name: string;
  /** What it is: `recipe`. */
  readonly kind: string;
}

/** Asks, deletes, and leaves the page of what is gone. */
export const DeleteDialog = ({ name, kind, ...rest }: DeleteDialogProps) => (
  <ConfirmDialog title={`Delete ${name}?`} confirm={`Delete the ${kind}`} {...rest} />
);

interface FormProps {
  readonly submit: string;
  readonly onSubmit: () => void;
  readonly change: Sent;
  /** The heading of a refusal: `The key was not renamed`. */
  readonly refused: string;
  readonly children: ReactNode;
  readonly onCancel?: () => void;
  /** It takes something away that cannot be brought back. */
  readonly dangerous?: boolean;
}

/** A few fields, and one button to send them. */
export function Form({ submit, onSubmit, change, refused, children, onCancel, dangerous = false }: FormProps) {
  return (
    <SubmitForm onSubmit={onSubmit} problem={change.error}>
      <Stack>
        {children}
        <ProblemNote problem={change.error} title={refused} />
        <Group justify="flex-end">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={change.isPending} {...(dangerous ? { color: 'red.9' } : {})}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </SubmitForm>
  );
}

interface SubmitFormProps {
  readonly onSubmit: () => void;
  /** Why it was refused: each field shows what is said of it. */
  readonly problem?: unknown;
  readonly flex?: string;
  readonly children: ReactNode;
}

/** A form of any shape: Enter and its button submit it. */
export function SubmitForm({ onSubmit, problem, flex, children }: SubmitFormProps) {
  return (
    <form
      style={{ flex }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <RefusedFields problem={problem}>{children}</RefusedFields>
    </form>
  );
}

interface FormModalProps extends Omit<FormProps, 'onCancel'> {
  readonly title: string;
  readonly size?: 'md' | 'lg';
  readonly onClose: () => void;
}

/** A form in front of the page, with a button to leave. */
export const FormModal = ({ title, size = 'md', onClose, ...form }: FormModalProps) => (
  <Modal opened onClose={onClose} title={title} size={size}>
    <Form {...form} onCancel={onClose} />
  </Modal>
);

interface FormDialogProps<Reply> extends Omit<FormModalProps, 'onSubmit' | 'change'>, Sending<Reply> {
  /** What is sent; nothing while something is missing. */
  readonly call: () => ApiCall<Reply> | undefined;
}

/** The same for a single request. */
export function FormDialog<Reply>({ call, refresh, forget, signingIn, onDone, to, ...form }: FormDialogProps<Reply>) {
  const sending = { refresh, forget, signingIn, onDone, to, onClose: form.onClose } as Sending<Reply>;
  const change = useSending(() => call() as ApiCall<Reply>, sending);
  return <FormModal {...form} change={change} onSubmit={() => call() && change.mutate(undefined)} />;
}

interface NamedText {
  readonly name: string;
  readonly description: string;
}

interface TextDialogProps<Reply> extends Sending<Reply> {
  readonly title: string;
  readonly submit?: string;
  /** The heading of a refusal. */
  readonly refused?: string;
  /** What it is called so far. Without a description only the name is asked for. */
  readonly was: { readonly name: string; readonly description?: string };
  readonly call: (text: NamedText) => ApiCall<Reply>;
  /** What the API calls the name. */
  readonly nameField?: string;
}

/** What something is called and what it is for: the whole form of many things, new or old. */
export function TextDialog<Reply>({ was, call, nameField = 'name', ...form }: TextDialogProps<Reply>) {
  const { values, field } = useFields({ name: was.name, description: was.description ?? '' });
  return (
    <FormDialog submit="Save" refused="Nothing was changed" {...form} call={() => call(values)}>
      {was.description === undefined ? (
        <NameInput {...field('name')} field={nameField} />
      ) : (
        <NameAndDescription name={{ ...field('name'), field: nameField }} description={field('description')} />
      )}
    </FormDialog>
  );
}

interface FeatureListDialogProps {
  /** The names of all features there are. */
  readonly offered: readonly string[];
  /** Those that are chosen to begin with. */
  readonly chosen?: readonly string[];
  readonly call: (list: { readonly name: string; readonly features: readonly string[] }) => ApiCall<unknown>;
  readonly refresh: readonly (readonly string[])[];
  readonly onClose: () => void;
}

const MOST_OFFERED = 100;

/** A name for some of the features, of a dataset or of a project. */
export function FeatureListDialog({ offered, chosen = [], call, refresh, onClose }: FeatureListDialogProps) {
  const [name, setName] = useState('');
  const [features, setFeatures] = useState([...chosen]);
  return (
    <FormDialog
      title="Create a feature list"
      onClose={onClose}
      submit="Create list"
      call={() => call({ name, features })}
      refresh={refresh}
      refused="The list was not created"
    >
      <NameInput value={name} onChange={setName} />
      <ManyField
        label="Features"
        description="Type to find one"
        data={[...offered]}
        limit={MOST_OFFERED}
        value={features}
        onChange={setFeatures}
        searchable
        clearable
        hidePickedOptions
        maxDropdownHeight={220}
        field="features"
      />
    </FormDialog>
  );
}
