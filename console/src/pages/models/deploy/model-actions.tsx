import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Model } from '../../../api/models.ts';
import type { Project } from '../../../api/projects.ts';
import { DeployModel } from './deploy-model.tsx';
import { RegisterModel } from './register-model.tsx';

/** A model leaves its project as a version in the registry, and answers as a deployment. */
export function ModelActions({ project, model }: { project: Project; model: Model }) {
  const [dialog, setDialog] = useState<'register' | 'deploy'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setDialog('register')}>
        Register
      </Button>
      <Button size="xs" onClick={() => setDialog('deploy')}>
        Deploy
      </Button>
      {dialog === 'register' && <RegisterModel project={project} model={model} onClose={close} />}
      {dialog === 'deploy' && <DeployModel project={project} model={model} onClose={close} />}
    </>
  );
}
