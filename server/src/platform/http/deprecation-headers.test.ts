import { expect, test } from 'vitest';
import { deprecationHeaders } from './api-version.ts';
import { routeGroup } from './route.ts';

const route = routeGroup({ part: 'deprecated', added: 'v2.0' });

const headersOf = (replacedBy: string | null, params: Record<string, string>) =>
  deprecationHeaders(
    route.get('/old', 'old', {
      summary: 'Old',
      history: {
        added: 'v1.0',
        deprecated: replacedBy === null ? { since: 'v2.33', replacedBy } : { since: 'v6.0', replacedBy },
      },
      access: 'public',
      replies: { 204: null },
      handle: () => null,
    }),
  )(params);

test('the link is the address of what replaces this very request', () => {
  expect(headersOf('GET /new/{id}/of/{other}/', { id: 'a b/<c>', other: '2', more: '3' })).toEqual({
    deprecation: 'true',
    link: '</new/a%20b%2F%3Cc%3E/of/2/>; rel="successor-version"',
  });
  expect(headersOf('GET /new/', {})).toEqual({ deprecation: 'true', link: '</new/>; rel="successor-version"' });
});

test('what the request does not tell is left to a template, and the link leads to the reference', () => {
  expect(headersOf('POST /deployments/{deploymentId}/x', { projectId: '1' })).toEqual({
    deprecation: 'true',
    link: '</docs#old>; rel="deprecation"; type="text/html"',
    'link-template': '"/deployments/{deploymentId}/x"; rel="successor-version"',
  });
});

test('nothing replaces it: no link', () => {
  expect(headersOf(null, {})).toEqual({ deprecation: 'true' });
});
