import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import zh from '@/shared/i18n/zh.json';
import { lookFindings } from '@/shared/testing/looks.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { toast } from '@/shared/toast/toast.ts';
import { LaterNotices } from './later-notices.tsx';

const WECHAT =
  'Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 MicroMessenger/8.0.50 Language/zh_CN';

const { title, text, copy, copied } = zh.inApp;
const toasts = page.getByRole('listitem');

beforeEach(() => Object.defineProperty(navigator, 'userAgent', { value: WECHAT, configurable: true }));
afterEach(() => void Reflect.deleteProperty(navigator, 'userAgent'));

function showNotices() {
  return renderInApp(<LaterNotices />, { at: '/join/3f0c2a51-6d1e-4b7c-9a55-0d5f1c2e8b10', language: 'zh' });
}

test('a page inside of WeChat offers its link for another browser, once', async () => {
  const { unmount } = await showNotices();
  await expect.element(toasts.filter({ hasText: title })).toHaveTextContent(text);
  expect(await lookFindings()).toEqual([]);
  await page.getByRole('button', { name: copy }).click();
  await expect.element(toasts.filter({ hasText: copied })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(location.href);
  await expect.element(toasts.filter({ hasText: title })).not.toBeInTheDocument();

  // The next page of the tab.
  await unmount();
  await showNotices();
  toast('The next notice');
  await expect.element(toasts.filter({ hasText: 'The next notice' })).toBeVisible();
  expect(toasts.filter({ hasText: title }).elements()).toEqual([]);
});
