import { afterEach, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { ThemePicker } from './theme-picker.tsx';

const PAPER = { light: 'rgb(251, 248, 242)', dark: 'rgb(11, 24, 27)' };

const paper = () => getComputedStyle(document.documentElement).backgroundColor;

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

test('the page is light or dark as the system says, or as the user does', async () => {
  const bar = document.createElement('meta');
  Object.assign(bar, { name: 'theme-color', content: PAPER.dark });
  bar.dataset.scheme = 'dark';
  document.head.append(bar);
  await renderInApp(<ThemePicker />);
  const choice = page.getByRole('group', { name: 'Appearance' });
  await expect.element(choice.getByRole('radio', { name: 'System' })).toBeChecked();
  expect(paper()).toBe(PAPER.light);
  await commands.emulateMedia({ colorScheme: 'dark' });
  expect(paper()).toBe(PAPER.dark);
  await commands.emulateMedia({ colorScheme: 'light' });

  await choice.getByRole('radio', { name: 'Dark' }).click();
  expect(paper()).toBe(PAPER.dark);
  expect(bar.media, 'the bar of the browser').toBe('all');
  await choice.getByRole('radio', { name: 'System' }).click();
  expect(paper()).toBe(PAPER.light);
  expect(bar.media).toBe('(prefers-color-scheme: dark)');
  bar.remove();
});
