-- One more stage: what people look at first is computed before the run counts as done.
ALTER TABLE autopilot_runs DROP CONSTRAINT autopilot_runs_stage_check;
ALTER TABLE autopilot_runs ADD CONSTRAINT autopilot_runs_stage_check
  CHECK (stage IN ('first', 'tune', 'rest', 'blend', 'prepare', 'compare', 'go-on', 'insights', 'done'));
