import { type BatchDefinition, type BatchPlace, definitionCalls, definitionsKey } from '../../api/batch-predictions.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { ChoiceField, NameInput, TextField, Toggle, useFields } from '../../parts/fields.tsx';
import { DatasetPicker, DeploymentPicker } from '../../parts/pickers.tsx';
import { ScheduleFields } from '../../parts/schedule/schedule-fields.tsx';
import { addressOf, definitionOf, EMPTY, formOf, intakes, outputs, placeText } from './definition-form.ts';

interface DefinitionDialogProps {
  /** The one to change; without it a new one is made. */
  readonly definition?: BatchDefinition;
  readonly onClose: () => void;
}

/** What is predicted, with which rows, where the answers go, and when. */
export function DefinitionDialog({ definition, onClose }: DefinitionDialogProps) {
  const { values, set, field } = useFields(definition ? formOf(definition) : EMPTY);
  const { intake, output } = values;
  return (
    <FormDialog
      title={definition ? `Edit ${definition.name}` : 'Define a batch prediction'}
      onClose={onClose}
      submit={definition ? 'Save' : 'Create definition'}
      call={() => {
        const request = definitionOf(values);
        return definition ? definitionCalls.change(definition.id, request) : definitionCalls.create(request);
      }}
      refresh={[definitionsKey]}
      refused={definition ? 'Nothing was changed' : 'The definition was not created'}
    >
      <NameInput {...field('name')} />
      <DeploymentPicker {...field('deploymentId')} placeholder="Which one answers" />
      <PlaceFields
        label="Rows come from"
        places={intakes}
        place={intake}
        onPlace={(next) => set({ intake: next })}
        field="intakeSettings.url"
      />
      {intake.type === 'dataset' && (
        <DatasetPicker
          label="Dataset"
          value={intake.datasetId ?? ''}
          onChange={(datasetId) => set({ intake: { type: 'dataset', datasetId } })}
          field="intakeSettings.datasetId"
        />
      )}
      <PlaceFields
        label="Answers go to"
        places={outputs}
        place={output}
        onPlace={(next) => set({ output: next })}
        field="outputSettings.url"
      />
      <Toggle
        label="Return all columns beside the answers"
        checked={values.everything}
        onChange={(everything) => set({ everything })}
      />
      <ScheduleFields {...field('schedule')} never="only when somebody says so" />
    </FormDialog>
  );
}

interface PlaceFieldsProps {
  readonly label: string;
  readonly places: readonly { readonly value: string; readonly label: string }[];
  readonly place: BatchPlace;
  readonly onPlace: (place: BatchPlace) => void;
  readonly field: string;
}

/** Where rows come from or answers go. Another kind of place, set through the API, is offered as it is. */
function PlaceFields({ label, places, place, onPlace, field }: PlaceFieldsProps) {
  const address = addressOf(place);
  const known = places.some(({ value }) => value === place.type);
  return (
    <>
      <ChoiceField
        label={label}
        data={[...places, ...(known ? [] : [{ value: place.type, label: placeText(place) }])]}
        value={place.type}
        onChange={(type) => type !== place.type && onPlace({ type })}
      />
      {address && (
        <TextField
          label={`${address.label} (${label.toLowerCase()})`}
          placeholder={address.placeholder}
          value={place.url ?? ''}
          onChange={(text) => onPlace({ ...place, url: text })}
          required
          field={field}
        />
      )}
    </>
  );
}
