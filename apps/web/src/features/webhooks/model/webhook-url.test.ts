import { expect, it } from 'vitest';
import { isWebhookUrl } from './webhook-url.ts';

it.each(['https://hooks.example/leads', 'https://hooks.zapier.com/hooks/catch/1/abc/?x=1'])(
  '%s may be one',
  (url) => {
    expect(isWebhookUrl(url)).toBe(true);
  },
);

it.each([
  ...['', 'hooks.example', 'http://hooks.example/', 'https://localhost/', 'https://hooks.example:8443/'],
  ...['https://me@hooks.example/', `https://hooks.example/${'x'.repeat(1000)}`],
])('%s may not', (url) => {
  expect(isWebhookUrl(url)).toBe(false);
});
