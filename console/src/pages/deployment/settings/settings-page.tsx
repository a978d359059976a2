import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../api/call-query.ts';
import { type DeploymentSettings, settingsCalls } from '../../../api/deployment-settings.ts';
import type { Deployment } from '../../../api/deployments.ts';
import { Answer } from '../../../parts/answer.tsx';
import { Note } from '../../../parts/note.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { may } from '../may.ts';
import { HealthForm } from './health-form.tsx';
import { SettingsForm } from './settings-form.tsx';

export function SettingsPage() {
  return (
    <DeploymentFrame part="Settings" calls={(id) => [settingsCalls.settings(id), settingsCalls.health(id)]}>
      {(deployment) => <Settings deployment={deployment} />}
    </DeploymentFrame>
  );
}

function Settings({ deployment }: { deployment: Deployment }) {
  const settings = useQuery(callQuery(settingsCalls.settings(deployment.id)));
  const health = useQuery(callQuery(settingsCalls.health(deployment.id)));
  const readOnly = !may(deployment, 'CAN_UPDATE_DEPLOYMENT_SETTINGS');
  return (
    <>
      {readOnly && <Note title="You may look, not change">Ask an owner to make you a user of this deployment.</Note>}
      <Answer of={settings} what="the settings">
        {(found: DeploymentSettings) => (
          <SettingsForm key={JSON.stringify(found)} deployment={deployment} settings={found} readOnly={readOnly} />
        )}
      </Answer>
      <Answer of={health} what="the health settings">
        {(found) => (
          <HealthForm key={JSON.stringify(found)} deploymentId={deployment.id} settings={found} readOnly={readOnly} />
        )}
      </Answer>
    </>
  );
}
