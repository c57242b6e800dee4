import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allJobs, type JobStore, memoryJobStore, storeWithMemory } from '@/shared/offline/job-store.ts';
import { systemClock } from '../model/clock.ts';
import type { TranslateOutcome } from '../translation/outgoing-translations.ts';
import { draft, sentContents, settle, setUp } from './outbox-test-setup.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the outbox', () => {
  it('shows a message at once and drops it when the server has confirmed it', async () => {
    const { outbox, server, accepted, shown, store } = setUp();
    void outbox.write(draft('hello'));
    expect(shown()).toEqual(['hello: sending']);
    await settle();
    expect(sentContents(server)).toEqual(['hello']);
    expect(accepted.map((row) => row.content)).toEqual(['hello']);
    expect(shown()).toEqual([]);
    expect(await allJobs(store, 'me')).toEqual([]);
  });

  it('waits without a network, keeps the order, and goes out by itself', async () => {
    const { outbox, server, shown } = setUp();
    server.next('unreachable', 'unreachable');
    void outbox.write(draft('one'));
    void outbox.write(draft('two'));
    await settle();
    expect(shown()).toEqual(['one: waiting', 'two: waiting']);
    await vi.advanceTimersByTimeAsync(999);
    expect(server.attempts).toBe(1);
    await vi.advanceTimersByTimeAsync(1 + 2_000);
    expect(sentContents(server)).toEqual(['one', 'two']);
    expect(shown()).toEqual([]);
  });

  it('does not send twice when an answer was lost', async () => {
    const { outbox, server, accepted, shown } = setUp();
    server.next('lose-answer');
    await outbox.write(draft('one'));
    void outbox.write(draft('two'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.attempts).toBe(3);
    expect(sentContents(server)).toEqual(['one', 'two']);
    expect(accepted).toHaveLength(2);
    expect(shown()).toEqual([]);
  });

  it('sends a recording in its turn, untranslated, and hands it on to be written down', async () => {
    const { outbox, server, store, translate, onDelivered, shown } = setUp();
    server.next('unreachable');
    const recording = { audio: new Blob(['sound']), durationMs: 4_000 };
    void outbox.write(draft('chat/audio-1.webm', { recording, targetLanguage: 'zh' }));
    void outbox.write(draft('after it'));
    await settle();
    expect(shown()).toEqual(['chat/audio-1.webm: waiting', 'after it: waiting']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.rows).toMatchObject([{ type: 'audio', duration_ms: 4_000 }, { type: 'text' }]);
    expect(translate).not.toHaveBeenCalled();
    expect(onDelivered.mock.calls).toMatchObject([
      [{ id: server.rows[0]?.id, recording: { durationMs: 4_000 } }],
    ]);
    expect(await onDelivered.mock.calls[0]?.[0].recording?.audio.text()).toBe('sound');
    expect(server.uploadUrls).toEqual([undefined, 'https://fair.example/upload/1']);
    expect(shown()).toEqual([]);
    expect(await allJobs(store, 'me')).toEqual([]);
  });
});

describe('a refused message', () => {
  it('is kept as failed and does not hold up the next', async () => {
    const { outbox, server, refused, shown, store } = setUp();
    server.next('refuse');
    await outbox.write(draft('one'));
    await outbox.write(draft('two'));
    await settle();
    expect(refused.map((entry) => entry.content)).toEqual(['one']);
    expect(sentContents(server)).toEqual(['two']);
    expect(shown()).toEqual(['one: failed']);
    expect(await allJobs(store, 'me')).toMatchObject([
      { data: { content: 'one', state: { kind: 'failed' } } },
    ]);
    outbox.wake();
    await settle();
    expect(server.attempts).toBe(2);
  });

  it('can be taken back into the composer', async () => {
    const { outbox, server, refused, shown, store } = setUp();
    server.next('refuse');
    await outbox.write(draft('one'));
    await settle();
    expect((await outbox.takeOut(refused[0]?.id ?? ''))?.content).toBe('one');
    expect(shown()).toEqual([]);
    expect(await allJobs(store, 'me')).toEqual([]);
    expect(await outbox.takeOut('unknown')).toBeNull();
  });

  it('can be discarded, and kept again as it was', async () => {
    const { outbox, server, refused, shown } = setUp();
    server.next('refuse');
    await outbox.write(draft('one'));
    await settle();
    const entry = await outbox.takeOut(refused[0]?.id ?? '');
    if (!entry) throw new Error('nothing was taken out');
    await outbox.putBack(entry);
    outbox.wake();
    await settle();
    expect(shown()).toEqual(['one: failed']);
    expect(server.attempts).toBe(1);
  });

  it('can be sent again, as the newest message', async () => {
    const { outbox, server, refused, shown } = setUp();
    server.next('refuse', 'unreachable');
    await outbox.write(draft('one'));
    await outbox.write(draft('two'));
    await settle();
    await outbox.retry(refused[0]?.id ?? '');
    expect(shown()).toEqual(['two: waiting', 'one: waiting']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sentContents(server)).toEqual(['two', 'one']);
  });
});

describe('translation and sending', () => {
  const translated = { targetLanguage: 'zh' } as const;

  function after(ms: number, outcome: TranslateOutcome) {
    return () => systemClock.sleep(ms).then(() => outcome);
  }

  it('rides in the insert when it is quick', async () => {
    const { outbox, server, attach } = setUp({
      translate: after(200, { kind: 'translated', text: '好', engine: 'deepl' }),
    });
    void outbox.write(draft('fine', translated));
    await vi.advanceTimersByTimeAsync(200);
    expect(server.rows).toMatchObject([
      { translated_content: '好', target_language: 'zh', translation_engine: 'deepl' },
    ]);
    await vi.runAllTimersAsync();
    expect(attach).not.toHaveBeenCalled();
  });

  it('never holds a message back: it is attached when it comes', async () => {
    const { outbox, server, attach } = setUp({
      translate: after(900, { kind: 'translated', text: '好', engine: 'deepl' }),
    });
    void outbox.write(draft('fine', translated));
    await vi.advanceTimersByTimeAsync(249);
    expect(server.rows).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.rows).toMatchObject([{ translated_content: null, target_language: 'zh' }]);
    expect(attach).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(650);
    expect(attach).toHaveBeenCalledWith(expect.objectContaining({ id: server.rows[0]?.id, target: 'zh' }), {
      text: '好',
      engine: 'deepl',
    });
  });

  it('counts the wait from the start of the translation, also for a message in the queue', async () => {
    const { outbox, server } = setUp({
      translate: after(10_000, { kind: 'translated', text: '好', engine: 'deepl' }),
    });
    for (const text of ['one', 'two', 'three']) void outbox.write(draft(text, translated));
    await vi.advanceTimersByTimeAsync(250);
    expect(sentContents(server)).toEqual(['one', 'two', 'three']);
  });

  it('sends untranslated and tells once when translation fails', async () => {
    const { outbox, server, translate, onTranslationFailed } = setUp({
      translate: async () => ({ kind: 'failed', failure: { kind: 'no-translation' } }),
    });
    void outbox.write(draft('fine', translated));
    await vi.runAllTimersAsync();
    expect(server.rows).toMatchObject([{ translated_content: null }]);
    expect(onTranslationFailed.mock.calls).toEqual([[server.rows[0]?.id, { kind: 'no-translation' }]]);
    expect(translate).toHaveBeenCalledTimes(1);
  });

  it('translates again for the attempt that gets through, without a complaint for the others', async () => {
    let online = false;
    const { outbox, server, onTranslationFailed } = setUp({
      translate: async () =>
        online ? { kind: 'translated', text: '好', engine: 'deepl' } : { kind: 'unreachable' },
    });
    server.next('unreachable', 'unreachable');
    await outbox.write(draft('fine', translated));
    await vi.advanceTimersByTimeAsync(1_000);
    online = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.rows).toMatchObject([{ translated_content: '好' }]);
    expect(onTranslationFailed).not.toHaveBeenCalled();
  });

  it('attaches what the lost answer of an insert left without translation', async () => {
    const { outbox, server, attach } = setUp({
      translate: after(600, { kind: 'translated', text: '好', engine: 'deepl' }),
    });
    server.next('lose-answer');
    void outbox.write(draft('fine', translated));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.rows).toHaveLength(1);
    expect(attach).toHaveBeenCalledTimes(1);
  });
});

describe('a device that can keep nothing', () => {
  it('sends all that is written, in order', async () => {
    const durable = memoryJobStore();
    const full: JobStore = { ...durable, add: () => Promise.reject(new Error('QuotaExceededError')) };
    const { outbox, server, store } = setUp({ store: storeWithMemory(full) });
    server.next('unreachable');
    await outbox.write(draft('one'));
    await outbox.write(draft('two'));
    expect(await allJobs(store, 'me')).toMatchObject([
      { data: { content: 'one' } },
      { data: { content: 'two' } },
    ]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sentContents(server)).toEqual(['one', 'two']);
    expect(await allJobs(store, 'me')).toEqual([]);
  });
});
