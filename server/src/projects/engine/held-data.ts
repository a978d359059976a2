import { buildPanel, type Frame, type Panel, type PanelSettings } from '@almanac/engine';

/** The table this thread works on. One at a time: a thread trains many models of a project in a row. */
let held: { readonly key: string; readonly frame: Frame } | undefined;
let panel: { readonly of: string; readonly panel: Panel } | undefined;

export function loadFrame({ key, frame }: { readonly key: string; readonly frame: Frame }): void {
  held = { key, frame };
  panel = undefined;
}

export function threadFrame(): Frame {
  if (held === undefined) throw new Error('The engine thread was asked to work before it was given data.');
  return held.frame;
}

export function threadPanel(settings: PanelSettings): Panel {
  const of = JSON.stringify(settings);
  if (panel?.of !== of) panel = { of, panel: buildPanel(threadFrame(), settings) };
  return panel.panel;
}
