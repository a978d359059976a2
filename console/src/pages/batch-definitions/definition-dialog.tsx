import { Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import {
  type BatchDefinition,
  type BatchPlace,
  definitionCalls,
  definitionsKey,
  type NewDefinition,
} from '../../api/batch-predictions.ts';
import { useChange } from '../../api/call-query.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { NameInput } from '../../parts/name-input.tsx';
import { DatasetPicker, DeploymentPicker } from '../../parts/pickers.tsx';
import { ScheduleFields } from '../../parts/schedule/schedule-fields.tsx';
import {
  addressOf,
  type DefinitionForm,
  definitionOf,
  EMPTY,
  formOf,
  intakes,
  outputs,
  placeText,
} from './definition-form.ts';

interface DefinitionDialogProps {
  /** The one to change; without it a new one is made. */
  readonly definition?: BatchDefinition;
  readonly onClose: () => void;
}

/** What is predicted, with which rows, where the answers go, and when. */
export function DefinitionDialog({ definition, onClose }: DefinitionDialogProps) {
  const [form, setForm] = useState(definition ? formOf(definition) : EMPTY);
  const change = (part: Partial<DefinitionForm>) => setForm({ ...form, ...part });
  const save = useChange(
    (request: NewDefinition) =>
      definition ? definitionCalls.change(definition.id, request) : definitionCalls.create(request),
    { refresh: [definitionsKey], onDone: onClose },
  );
  const { intake, output } = form;
  return (
    <FormDialog
      title={definition ? `Edit ${definition.name}` : 'Define a batch prediction'}
      onClose={onClose}
      submit={definition ? 'Save' : 'Create definition'}
      onSubmit={() => save.mutate(definitionOf(form))}
      busy={save.isPending}
      problem={save.error}
      refused={definition ? 'Nothing was changed' : 'The definition was not created'}
    >
      <NameInput value={form.name} onChange={(name) => change({ name })} problem={save.error} />
      <DeploymentPicker
        value={form.deploymentId}
        onChange={(deploymentId) => change({ deploymentId })}
        placeholder="Which one answers"
        error={fieldError(save.error, 'deploymentId')}
      />
      <PlaceFields
        label="Rows come from"
        places={intakes}
        place={intake}
        onPlace={(next) => change({ intake: next })}
        error={fieldError(save.error, 'intakeSettings.url')}
      />
      {intake.type === 'dataset' && (
        <DatasetPicker
          label="Dataset"
          value={intake.datasetId ?? ''}
          onChange={(datasetId) => change({ intake: { type: 'dataset', datasetId } })}
          error={fieldError(save.error, 'intakeSettings.datasetId')}
        />
      )}
      <PlaceFields
        label="Answers go to"
        places={outputs}
        place={output}
        onPlace={(next) => change({ output: next })}
        error={fieldError(save.error, 'outputSettings.url')}
      />
      <Switch
        label="Return all columns beside the answers"
        checked={form.everything}
        onChange={(event) => change({ everything: event.currentTarget.checked })}
      />
      <ScheduleFields
        value={form.schedule}
        onChange={(schedule) => change({ schedule })}
        never="only when somebody says so"
      />
    </FormDialog>
  );
}

interface PlaceFieldsProps {
  readonly label: string;
  readonly places: readonly { readonly value: string; readonly label: string }[];
  readonly place: BatchPlace;
  readonly onPlace: (place: BatchPlace) => void;
  readonly error: string | undefined;
}

/** Where rows come from or answers go. Another kind of place, set through the API, is offered as it is. */
function PlaceFields({ label, places, place, onPlace, error }: PlaceFieldsProps) {
  const address = addressOf(place);
  const known = places.some(({ value }) => value === place.type);
  return (
    <>
      <Select
        label={label}
        data={[...places, ...(known ? [] : [{ value: place.type, label: placeText(place) }])]}
        value={place.type}
        allowDeselect={false}
        onChange={(type) => type !== null && type !== place.type && onPlace({ type })}
      />
      {address && (
        <TextInput
          label={`${address.label} (${label.toLowerCase()})`}
          placeholder={address.placeholder}
          value={place.url ?? ''}
          onChange={(event) => onPlace({ ...place, url: event.currentTarget.value })}
          required
          error={error}
        />
      )}
    </>
  );
}
