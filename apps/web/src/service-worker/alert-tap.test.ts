import { describe, expect, it } from 'vitest';
import { openAlert } from './alert-tap.ts';

const ORIGIN = 'https://fair.example';
const CHAT = '/chat/5f0c2f6e-1b1e-4b5c-9f41-0f7c6f0c9b11';

describe('a tap on an alert', () => {
  it('goes to the chat in the window that there is', async () => {
    expect(await tap({ path: CHAT }, ['/visitor-dashboard'])).toEqual([
      'focus /visitor-dashboard',
      `navigate /visitor-dashboard to ${CHAT}`,
    ]);
  });

  it('takes the window that shows the chat already, and does not load it again', async () => {
    expect(await tap({ path: CHAT }, ['/visitor-dashboard', `${CHAT}?from=list`])).toEqual([
      `focus ${CHAT}?from=list`,
    ]);
  });

  it('opens a window when none is open', async () => {
    expect(await tap({ path: CHAT }, [])).toEqual([`open ${CHAT}`]);
  });

  it.each([
    ['another site', { path: 'https://elsewhere.example/' }],
    ['another site without its scheme', { path: '//elsewhere.example/' }],
    ['the same, as some browsers read it', { path: '/\\elsewhere.example/' }],
    ['something else than a path', { path: 7 }],
    ['nothing', null],
  ])('that leads to %s does nothing', async (_, data) => {
    expect(await tap(data, ['/visitor-dashboard'])).toEqual([]);
  });
});

/** @returns what was asked of the browser, in order. @param windows the paths that are open */
async function tap(data: unknown, windows: readonly string[]): Promise<string[]> {
  const asked: string[] = [];
  const open = windows.map((path) => ({
    url: ORIGIN + path,
    focus: async () => void asked.push(`focus ${path}`),
    navigate: async (to: string) => void asked.push(`navigate ${path} to ${to}`),
  }));
  const clients = {
    matchAll: async (options: ClientQueryOptions) => (options.type === 'window' ? open : []),
    openWindow: async (path: string) => void asked.push(`open ${path}`),
  };
  await openAlert(data, clients as unknown as Clients);
  return asked;
}
