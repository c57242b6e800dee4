import { expect, test } from 'vitest';
import {
  chatPath,
  dashboardPath,
  homePath,
  isDashboardPage,
  joinPath,
  loginPath,
  setupPath,
} from './routes.ts';

test('paths are those of the route table', () => {
  expect(setupPath('vendor')).toBe('/vendor-setup');
  expect(setupPath('visitor')).toBe('/visitor-setup');
  expect(dashboardPath('vendor')).toBe('/vendor-dashboard');
  expect(dashboardPath('visitor')).toBe('/visitor-dashboard');
  expect(chatPath('abc')).toBe('/chat/abc');
  expect(joinPath('abc')).toBe('/join/abc');
});

test('home is the dashboard of a known role, else the landing page', () => {
  expect(homePath('vendor')).toBe('/vendor-dashboard');
  expect(homePath(null)).toBe('/');
});

test('the login page carries the way back as a query parameter', () => {
  expect(loginPath()).toBe('/login');
  expect(loginPath(null)).toBe('/login');
  const url = new URL(loginPath('/chat/1?tab=a&b=c#d'), 'https://example.test');
  expect(url.pathname).toBe('/login');
  expect(url.searchParams.get('redirect')).toBe('/chat/1?tab=a&b=c#d');
});

test('an id cannot break out of its path segment', () => {
  expect(chatPath('../login?x')).toBe('/chat/..%2Flogin%3Fx');
});

test.each([
  ['vendor', '/vendor-dashboard', true],
  ['vendor', '/vendor-dashboard/', true],
  ['vendor', '/vendor-dashboard/qr-codes?session=1', true],
  ['vendor', '/Vendor-Dashboard/Sessions', true],
  ['vendor', '/vendor-dashboard/scan', false],
  ['vendor', '/vendor-dashboard/sessions/1', false],
  ['vendor', '/visitor-dashboard', false],
  ['visitor', '/visitor-dashboard/scan', true],
  ['visitor', '/visitor-dashboard/qr-codes', false],
] as const)('a %s dashboard has the page %s: %s', (role, path, expected) => {
  expect(isDashboardPage(role, path)).toBe(expected);
});
