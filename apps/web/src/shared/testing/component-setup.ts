import '@/shared/styles/index.css';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect } from 'vitest';
import { commands, page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { startAnswering, stopAnswering } from './answers.ts';
import { PHONE } from './looks.ts';

// Around every component test. All files share one page, so each test leaves it as it was. Hooks are here, because other modules run only
// for the first file that imports them.

// As in entry-client.tsx.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const address = location.href;

beforeEach(startAnswering);

afterEach(async () => {
  await cleanup();
  toast.dismiss();
  const unexpected = stopAnswering();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', address);
  await page.viewport(PHONE.width, PHONE.height);
  await commands.emulateMedia({ colorScheme: 'light', media: 'screen' });
  expect(unexpected, 'calls without an answer').toEqual([]);
});
