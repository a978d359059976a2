import { expect, test } from 'vitest';
import { stopsOf } from './access-path.ts';

test('a way through nested groups and a folder reads as one sentence from the person to the document', () => {
  const stops = stopsOf([
    { type: 'item', id: 'f', name: 'plan.docx' },
    { type: 'inheritedFrom', id: 'd', name: 'Plans' },
    { type: 'grant', id: 'p', name: null, role: 'read' },
    { type: 'group', id: 's', name: 'staff' },
    { type: 'group', id: 'l', name: 'leads' },
    { type: 'user', id: 'u', name: 'ann' },
  ]);
  const sentence = stops.map(({ relation, kind, name }) => [relation, kind, name].filter(Boolean).join(' ')).join(', ');
  expect(sentence).toBe(
    'Person ann, is in Group leads, which is in Group staff, was given Grant may read, on Folder Plans, which holds Document plan.docx',
  );
});

test('a grant to the person alone, on the document itself', () => {
  const stops = stopsOf([
    { type: 'item', id: 'f', name: 'plan.docx' },
    { type: 'grant', id: 'p', name: null, role: 'owner' },
    { type: 'user', id: 'u', name: 'ann' },
  ]);
  expect(stops.map(({ relation, name }) => [relation, name])).toEqual([
    [null, 'ann'],
    ['was given', 'owns it'],
    ['on', 'plan.docx'],
  ]);
});

test('nobody may read: there is no way to draw', () => {
  expect(stopsOf([])).toEqual([]);
});
