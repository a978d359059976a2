import { useState } from 'react';
import { useChange } from '../../../api/call-query.ts';
import type { DeploymentSettings, HealthChange, HealthSettings } from '../../../api/deployment-settings.ts';
import { settingsCalls } from '../../../api/deployment-settings.ts';
import { type Deployment, deploymentKey } from '../../../api/deployments.ts';
import { useMayEach } from '../../../api/own-access.ts';
import { send } from '../../../api/send.ts';
import { HeadButton } from '../../../parts/actions.tsx';

import { Note, Panel, Reply } from '../../../parts/panel.tsx';

import { DeploymentFrame } from '../deployment-frame.tsx';
import { changedGroups } from './changed.ts';
import { ConditionFields } from './condition-fields.tsx';
import { DraftForm } from './field-group.tsx';
import { AccuracyHealth, DriftHealth, OtherHealth } from './health-fields.tsx';
import { SettingsForm } from './settings-form.tsx';

export function SettingsPage() {
  return (
    <DeploymentFrame part="Settings" calls={(id) => [settingsCalls.settings(id), settingsCalls.health(id)]}>
      {(deployment) => <Settings deployment={deployment} />}
    </DeploymentFrame>
  );
}

function Settings({ deployment }: { deployment: Deployment }) {
  const [mayChange] = useMayEach([settingsCalls.changeSettings(deployment.id, {})]);
  const readOnly = mayChange !== true;
  return (
    <>
      {mayChange === false && (
        <Note title="You may look, not change">Ask an owner to make you a user of this deployment.</Note>
      )}
      <Reply to={settingsCalls.settings(deployment.id)} what="the settings">
        {(found: DeploymentSettings) => (
          <SettingsForm key={JSON.stringify(found)} deployment={deployment} settings={found} readOnly={readOnly} />
        )}
      </Reply>
      <Reply to={settingsCalls.health(deployment.id)} what="the health settings">
        {(found) => (
          <HealthForm key={JSON.stringify(found)} deploymentId={deployment.id} settings={found} readOnly={readOnly} />
        )}
      </Reply>
    </>
  );
}

interface HealthFormProps {
  readonly deploymentId: string;
  readonly settings: HealthSettings;
  readonly readOnly: boolean;
}

/** The thresholds of each health status. */
function HealthForm({ deploymentId, settings, readOnly }: HealthFormProps) {
  const [draft, setDraft] = useState(settings);
  const change = changedGroups(settings, draft);
  const save = useChange((request: HealthChange) => settingsCalls.changeHealth(deploymentId, request), {
    refresh: [deploymentKey(deploymentId)],
  });
  const fields = {
    settings: draft,
    onChange: (part: Partial<HealthSettings>) => setDraft((before) => ({ ...before, ...part })),
  };
  return (
    <Panel
      title="Health thresholds"
      aside={
        !readOnly && (
          <HeadButton
            label="Fill in the defaults"
            onClick={() => void send(settingsCalls.healthDefaults(deploymentId)).then(setDraft)}
          />
        )
      }
    >
      <DraftForm
        change={change}
        readOnly={readOnly}
        submit="Save health settings"
        sent={save}
        onSubmit={() => save.mutate(change)}
      >
        <DriftHealth {...fields} />
        <AccuracyHealth {...fields} />
        <OtherHealth {...fields} />
        <ConditionFields deploymentId={deploymentId} {...fields} />
      </DraftForm>
    </Panel>
  );
}
