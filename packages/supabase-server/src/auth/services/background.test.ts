import { describe, expect, it, vi } from 'vitest';
import type { Logger } from '../../util/logger.ts';
import { createBackground } from './background.ts';

function silentLog() {
  return { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() } satisfies Logger;
}

describe('background work', () => {
  it('is waited for, also what other work has started', async () => {
    const background = createBackground(silentLog());
    const done: string[] = [];
    let finish: (() => void) | undefined;
    background.run('outer', async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      background.run('inner', async () => {
        done.push('inner');
      });
      done.push('outer');
    });
    await vi.waitFor(() => expect(finish).toBeDefined(), 10_000);
    const closed = background.close().then(() => done.push('closed'));
    expect(done).toEqual([]);
    finish?.();
    await closed;
    expect(done).toEqual(['outer', 'inner', 'closed']);
  });

  it('is logged by name and kind when it fails, without the words of the failure', async () => {
    const log = silentLog();
    const background = createBackground(log);
    const refused = Object.assign(new Error('550 lin@fair.example unknown'), {
      code: 'EENVELOPE',
      responseCode: 550,
    });
    background.run('mail recovery', () => Promise.reject(refused));
    await background.close();
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      { work: 'mail recovery', err: { name: 'Error', code: 'EENVELOPE', responseCode: 550 } },
      'background work failed',
    );
  });

  it('runs a few at a time', async () => {
    const background = createBackground(silentLog());
    let running = 0;
    let most = 0;
    for (let number = 0; number < 20; number += 1) {
      background.run('work', async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      });
    }
    await background.close();
    expect(most).toBe(4);
    expect(running).toBe(0);
  });

  it('does not keep the server from stopping', async () => {
    const log = silentLog();
    const background = createBackground(log, 20);
    background.run('mail', () => new Promise<void>(() => undefined));
    await background.close();
    expect(log.warn).toHaveBeenCalledExactlyOnceWith({ jobs: 1 }, expect.any(String));
  });
});
