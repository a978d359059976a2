import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Step } from '../story.ts';

const FILE = join(import.meta.dirname, '..', 'data', 'trips.csv.gz');

export const createProject: Step = {
  title: 'Upload: overnight trips in Australia, 304 places and purposes, 20 years of quarters',
  async run(story) {
    const { client, say, tell } = story;
    const form = new FormData();
    form.set('projectName', 'Overnight trips');
    form.set('file', new Blob([await readFile(FILE)]), 'trips.csv.gz');
    const project = await client.follow(await client.raw('POST /api/v2/projects/', form), say);
    const { id, projectName, fileName } = await client.call<Record<string, string>>(`GET ${project}`);
    story.projectId = id ?? '';
    tell(`project ${id}: ${projectName}, from ${fileName}`);
  },
};
