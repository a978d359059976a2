import { SegmentedControl } from '@mantine/core';
import { useCall } from '../../../api/call-query.ts';
import { deploymentCalls } from '../../../api/deployments.ts';
import { TagsField } from '../../../parts/fields.tsx';
import { FieldGroup, type FieldsProps, SwitchField } from './field-group.tsx';

/** What is looked at, besides the service itself. */
export function WatchFields({ deployment, settings, onChange }: FieldsProps) {
  const features = useCall(deploymentCalls.allFeatures(deployment.id));
  const names = features.data?.data.map(({ name }) => name) ?? [];
  const { featureDrift, segmentAnalysis } = settings;
  return (
    <FieldGroup title="Watching">
      <SwitchField
        label="Drift of predictions"
        about="Compares predictions with those on held-out training rows."
        checked={settings.targetDrift.enabled}
        onChange={(enabled) => onChange({ targetDrift: { enabled } })}
      />
      <SwitchField
        label="Drift of features"
        about="Compares the rows that are sent with the training data."
        checked={featureDrift.enabled}
        onChange={(enabled) => onChange({ featureDrift: { ...featureDrift, enabled } })}
      >
        <SegmentedControl
          transitionDuration={0}
          size="xs"
          aria-label="Which features"
          data={[
            { value: 'auto', label: 'All features' },
            { value: 'manual', label: 'Those I name' },
          ]}
          value={featureDrift.featureSelection}
          onChange={(selection) =>
            onChange({
              featureDrift: { ...featureDrift, featureSelection: selection === 'manual' ? 'manual' : 'auto' },
            })
          }
        />
        {featureDrift.featureSelection === 'manual' && (
          <TagsField
            label="Watched features"
            data={names}
            value={featureDrift.trackedFeatures}
            onChange={(trackedFeatures) => onChange({ featureDrift: { ...featureDrift, trackedFeatures } })}
          />
        )}
      </SwitchField>
      <SwitchField
        label="Segments"
        about="Tells figures apart by the value of a column, at most ten columns."
        checked={segmentAnalysis.enabled}
        onChange={(enabled) => onChange({ segmentAnalysis: { ...segmentAnalysis, enabled } })}
      >
        <TagsField
          label="Columns"
          data={names}
          maxTags={10}
          value={segmentAnalysis.attributes}
          onChange={(attributes) => onChange({ segmentAnalysis: { ...segmentAnalysis, attributes } })}
        />
        <TagsField
          label="Columns the model does not know"
          description="Type a name, then Enter"
          maxTags={10}
          value={segmentAnalysis.customAttributes}
          onChange={(customAttributes) => onChange({ segmentAnalysis: { ...segmentAnalysis, customAttributes } })}
        />
      </SwitchField>
      <SwitchField
        label="Monitoring batches"
        about="Watches predictions batch by batch instead of hour by hour."
        checked={settings.batchMonitoring.enabled}
        onChange={(enabled) => onChange({ batchMonitoring: { enabled } })}
      />
      <SwitchField
        label="Store prediction rows"
        about="Stores requests and predictions, for exports and retraining."
        checked={settings.predictionsDataCollection.enabled}
        onChange={(enabled) => onChange({ predictionsDataCollection: { enabled } })}
      />
      <SwitchField
        label="Challengers"
        about="Keeps requests for a month, so that other models can answer them too."
        never={deployment.capabilities.supportsChallengerModels ? undefined : 'The model answers elsewhere.'}
        checked={settings.challengerModels.enabled}
        onChange={(enabled) => onChange({ challengerModels: { enabled } })}
      />
      <SwitchField
        label="Humility rules"
        about="Rules for answers the model is unsure of."
        never={deployment.capabilities.supportsHumilityRules ? undefined : 'They are not offered here.'}
        checked={settings.humility.enabled}
        onChange={(enabled) => onChange({ humility: { enabled } })}
      />
    </FieldGroup>
  );
}
