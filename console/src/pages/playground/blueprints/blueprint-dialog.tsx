import { Divider, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import {
  type Blueprint,
  type BlueprintText,
  chatKeys,
  playgroundCalls,
  playgroundKeys,
} from '../../../api/playgrounds.ts';
import { useChange } from '../../../api/use-change.ts';
import { formOf, textOf } from './blueprint-text.ts';
import { DocumentFields } from './document-fields.tsx';
import { FormFoot } from './form-foot.tsx';
import { ModelFields } from './model-fields.tsx';

interface BlueprintDialogProps {
  readonly playgroundId: string;
  /** The one to change; without one a new blueprint is made. */
  readonly blueprint?: Blueprint;
  readonly onClose: () => void;
  readonly onDone: (blueprint: Blueprint) => void;
}

export function BlueprintDialog({ playgroundId, blueprint, onClose, onDone }: BlueprintDialogProps) {
  const [form, setForm] = useState(() => formOf(blueprint));
  const save = useChange(
    (text: BlueprintText) =>
      blueprint
        ? playgroundCalls.changeBlueprint(blueprint.id, text)
        : playgroundCalls.createBlueprint(playgroundId, text),
    { refresh: [playgroundKeys.blueprints, chatKeys.chats], onDone },
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(textOf(form));
  };
  const fields = {
    form,
    onForm: (change: Partial<typeof form>) => setForm({ ...form, ...change }),
    problem: save.error,
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={blueprint ? `Edit ${blueprint.name}` : 'Create an LLM blueprint'}>
      <form onSubmit={send}>
        <ModelFields {...fields} />
        <Divider my="md" label="Documents to answer from" labelPosition="left" />
        <DocumentFields {...fields} />
        <FormFoot
          onClose={onClose}
          submit={blueprint ? 'Save' : 'Create'}
          busy={save.isPending}
          problem={save.error}
          refused={blueprint ? 'Nothing was changed' : 'The blueprint was not created'}
        />
      </form>
    </Modal>
  );
}
