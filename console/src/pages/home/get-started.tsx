import { Button, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import './home.css';

const steps = [
  {
    title: 'Upload data',
    text: 'A CSV, Parquet or Excel file of what happened so far, or our example of shop sales.',
  },
  { title: 'Choose what to predict', text: 'Choose the target, and for forecasts the date and the series.' },
  { title: 'Watch models compete', text: 'They are trained, evaluated on backtests and ranked while you watch.' },
  { title: 'Deploy the best', text: 'It gets a URL, a page to test predictions, and health monitoring.' },
] as const;

/** The way from nothing to a model that answers, and the button that begins it. */
export function GetStarted() {
  return (
    <Paper component="section" withBorder p="lg" aria-label="Get started" className="get-started">
      <Title order={2} mb="md">
        Get started
      </Title>
      <ol className="first-steps">
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <span className="step-number" aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <Text fw={600} size="sm">
                {title}
              </Text>
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            </div>
          </li>
        ))}
      </ol>
      <div className="first-buttons">
        <Button renderRoot={(props) => <Link to="/projects/new" {...props} />}>Create your first project</Button>
        <Button variant="default" renderRoot={(props) => <Link to="/datasets" {...props} />}>
          Upload data and explore it
        </Button>
      </div>
    </Paper>
  );
}
