import { Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { FieldGroup, type FieldsProps, SwitchField } from './field-group.tsx';

/** How a prediction is found again when its truth is known. */
export function ActualsFields({ deployment, settings, onChange }: FieldsProps) {
  const { associationId, predictionsByForecastDate: byDate } = settings;
  return (
    <FieldGroup title="Actuals">
      <Stack gap="sm" maw={574}>
        <TagsInput
          label="Association id"
          description="The column that names each row, so that what really happened can be matched to it later. Type a name, then Enter"
          maxTags={10}
          value={[...(associationId.columnNames ?? [])]}
          onChange={(names) =>
            onChange({ associationId: { ...associationId, columnNames: names.length === 0 ? null : names } })
          }
        />
        <Switch
          label="Refuse requests without it"
          checked={associationId.requiredInPredictionRequests}
          onChange={(event) =>
            onChange({
              associationId: { ...associationId, requiredInPredictionRequests: event.currentTarget.checked },
            })
          }
        />
        <Switch
          label="Generate an ID if missing"
          checked={associationId.autoGenerateId}
          onChange={(event) =>
            onChange({ associationId: { ...associationId, autoGenerateId: event.currentTarget.checked } })
          }
        />
      </Stack>
      <SwitchField
        label="Automatic actuals"
        about="Later requests of a time series bring the truth of earlier forecasts along."
        never={deployment.capabilities.supportsAutomaticActuals ? undefined : 'Only time series can have them.'}
        checked={settings.automaticActuals.enabled}
        onChange={(enabled) => onChange({ automaticActuals: { enabled } })}
      />
      <SwitchField
        label="Count by forecast date"
        about="A prediction counts at the time it is about, not when it was made."
        checked={byDate.enabled}
        onChange={(enabled) => onChange({ predictionsByForecastDate: { ...byDate, enabled } })}
      >
        <TextInput
          label="Column with the date"
          value={byDate.columnName ?? ''}
          onChange={(event) =>
            onChange({ predictionsByForecastDate: { ...byDate, columnName: event.currentTarget.value || null } })
          }
        />
        <TextInput
          label="Its format"
          placeholder="%Y-%m-%d"
          value={byDate.datetimeFormat ?? ''}
          onChange={(event) =>
            onChange({ predictionsByForecastDate: { ...byDate, datetimeFormat: event.currentTarget.value || null } })
          }
        />
      </SwitchField>
    </FieldGroup>
  );
}
