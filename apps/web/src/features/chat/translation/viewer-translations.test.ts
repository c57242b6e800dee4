import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatMessage } from '../model/chat-message.ts';
import { systemClock } from '../model/clock.ts';
import {
  type BrowserTranslation,
  createViewerTranslations,
  type ViewerTranslationsOutcome,
  type ViewerTranslationsPorts,
} from './viewer-translations.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function message(id: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    session_id: 's',
    sender_id: 'other',
    content: `words of ${id}`,
    translated_content: null,
    type: 'text',
    transcript: null,
    duration_ms: null,
    source_language: 'en',
    target_language: null,
    translation_engine: null,
    created_at: '2026-01-01T10:00:00.000Z',
    ...more,
  };
}

/**
 * @returns an answer in which `failed` stay untranslated for `reason`, and all others are
 * translated
 */
function answered(
  ids: readonly string[],
  failed: readonly string[] = [],
  reason: 'no-engine' | 'failed' | 'no-words' = 'failed',
): ViewerTranslationsOutcome {
  const fine = ids.filter((id) => !failed.includes(id));
  return {
    kind: 'answered',
    translations: new Map(fine.map((id) => [id, { text: `كلمات ${id}`, engine: 'deepl' }])),
    untranslated: new Map(failed.map((id) => [id, reason])),
  };
}

function setUp(ports: Partial<ViewerTranslationsPorts> = {}) {
  const ask = vi.fn(ports.requestTranslations ?? (async (ids: readonly string[]) => answered(ids)));
  const browser: BrowserTranslation = ports.browser ?? {
    readiness: async () => 'none',
    translate: async () => null,
  };
  const viewerTranslations = createViewerTranslations({
    language: 'ar',
    clock: systemClock,
    phrasebook: async () => null,
    requestOther: async () => ({ kind: 'unreachable' }),
    ...ports,
    requestTranslations: ask,
    browser,
  });
  const texts = () =>
    Object.fromEntries([...viewerTranslations.translations.get()].map(([id, { text }]) => [id, text]));
  const states = () =>
    Object.fromEntries([...viewerTranslations.states.get()].map(([id, { kind }]) => [id, kind]));
  return { desk: viewerTranslations, ask, texts, states };
}

describe('the viewer’s translations', () => {
  it('asks in batches with a pause, and for each message once', async () => {
    const { desk: viewerTranslations, ask, texts } = setUp();
    const messages = Array.from({ length: 45 }, (_, n) => message(`m${n}`));
    viewerTranslations.want(messages);
    await vi.advanceTimersByTimeAsync(0);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ask.mock.calls.map(([ids]) => ids.length)).toEqual([20, 20, 5]);
    expect(texts()).toMatchObject({ m0: 'كلمات m0', m44: 'كلمات m44' });
    viewerTranslations.want(messages);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('forgets what has been scrolled past before it was asked for', async () => {
    const { desk: viewerTranslations, ask } = setUp();
    viewerTranslations.want(Array.from({ length: 40 }, (_, n) => message(`far${n}`)));
    viewerTranslations.want([message('near')]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ask.mock.calls.map(([ids]) => ids.at(-1))).toEqual(['far19', 'near']);
  });

  it('says that it translates only when that takes a while', async () => {
    const {
      desk: viewerTranslations,
      states,
      texts,
    } = setUp({
      requestTranslations: async (ids) => {
        await systemClock.sleep(1_000);
        return answered(ids);
      },
    });
    viewerTranslations.want([message('m1')]);
    await vi.advanceTimersByTimeAsync(300);
    expect(states()).toEqual({});
    await vi.advanceTimersByTimeAsync(300);
    expect(states()).toEqual({ m1: 'translating' });
    await vi.advanceTimersByTimeAsync(400);
    expect(states()).toEqual({});
    expect(texts()).toEqual({ m1: 'كلمات m1' });
  });

  it('leaves a failure with its message until the user retries', async () => {
    let failing = ['m1'];
    const {
      desk: viewerTranslations,
      ask,
      states,
      texts,
    } = setUp({ requestTranslations: async (ids) => answered(ids, failing) });
    viewerTranslations.want([message('m1'), message('m2')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(states()).toEqual({ m1: 'failed' });
    viewerTranslations.want([message('m1'), message('m2')]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ask).toHaveBeenCalledTimes(1);
    failing = [];
    viewerTranslations.retry(message('m1'));
    expect(states()).toEqual({ m1: 'translating' });
    await vi.advanceTimersByTimeAsync(0);
    expect(states()).toEqual({});
    expect(texts()).toMatchObject({ m1: 'كلمات m1' });
  });

  it('comes back later when the server asks for that', async () => {
    const outcomes: ViewerTranslationsOutcome[] = [{ kind: 'limited', afterMs: 30_000 }];
    const {
      desk: viewerTranslations,
      ask,
      states,
    } = setUp({ requestTranslations: async (ids) => outcomes.shift() ?? answered(ids) });
    viewerTranslations.want([message('m1')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(states()).toEqual({ m1: 'limited' });
    viewerTranslations.want([message('m1'), message('m2')]);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ask).toHaveBeenLastCalledWith(['m2'], 'ar');
  });

  it('without a network uses the phrasebook, and asks when it is back', async () => {
    let online = false;
    const {
      desk: viewerTranslations,
      ask,
      texts,
      states,
    } = setUp({
      requestTranslations: async (ids) => (online ? answered(ids) : { kind: 'unreachable' }),
      phrasebook: async ({ text }) => (text === 'Thank you' ? 'شكرا' : null),
    });
    viewerTranslations.want([message('m1', { content: 'Thank you' }), message('m2')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(texts()).toEqual({ m1: 'شكرا' });
    expect(states()).toEqual({});
    online = true;
    viewerTranslations.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(ask).toHaveBeenLastCalledWith(['m2'], 'ar');
    expect(texts()).toEqual({ m1: 'شكرا', m2: 'كلمات m2' });
  });

  it('shows what this device has kept without asking, unless the words are others by now', async () => {
    const { desk: viewerTranslations, ask } = setUp();
    const kept = (words: string) => ({ words, text: 'محفوظ', engine: 'deepl' });
    viewerTranslations.restore(
      new Map([
        ['m1', kept('words of m1')],
        ['m2', kept('old words')],
      ]),
    );
    viewerTranslations.want([message('m1'), message('m2')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(ask.mock.calls).toEqual([[['m2'], 'ar']]);
  });
});

describe('the browser’s own translator', () => {
  const noProvider: ViewerTranslationsPorts['requestTranslations'] = async (ids) =>
    answered(ids, ids, 'no-engine');

  it('is used only where the server has no engine for a text', async () => {
    const translate = vi.fn(async () => 'من المتصفح');
    const browser = { readiness: async () => 'ready' as const, translate };
    const { desk: viewerTranslations, states } = setUp({
      browser,
      requestTranslations: async (ids) => answered(ids, ['m1'], 'failed'),
    });
    viewerTranslations.want([message('m1'), message('m2')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(translate).not.toHaveBeenCalled();
    expect(states()).toEqual({ m1: 'failed' });

    const without = setUp({ browser, requestTranslations: noProvider });
    without.desk.want([message('m1')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(without.desk.translations.get().get('m1')).toEqual({
      words: 'words of m1',
      text: 'من المتصفح',
      engine: 'browser',
    });
  });

  it('is offered where it must load a model, and then translates the others of that language too', async () => {
    let readiness: 'on-request' | 'ready' = 'on-request';
    const {
      desk: viewerTranslations,
      states,
      texts,
    } = setUp({
      requestTranslations: noProvider,
      browser: {
        readiness: async () => readiness,
        async translate({ text }) {
          readiness = 'ready';
          return `متصفح ${text}`;
        },
      },
    });
    const [first, second] = [message('m1'), message('m2')];
    viewerTranslations.want([first, second]);
    await vi.advanceTimersByTimeAsync(0);
    expect(states()).toEqual({ m1: 'offered', m2: 'offered' });
    viewerTranslations.translateHere(first);
    await vi.advanceTimersByTimeAsync(0);
    expect(texts()).toEqual({ m1: 'متصفح words of m1', m2: 'متصفح words of m2' });
    expect(states()).toEqual({});
  });

  it('missing, leaves a quiet word; failing, a way to try again', async () => {
    const { desk: viewerTranslations, states } = setUp({ requestTranslations: noProvider });
    viewerTranslations.want([message('m1')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(states()).toEqual({ m1: 'none' });

    const failing = setUp({
      requestTranslations: noProvider,
      browser: { readiness: async () => 'ready', translate: async () => null },
    });
    failing.desk.want([message('m1')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(failing.states()).toEqual({ m1: 'failed' });
  });
});

describe('the translation of another provider', () => {
  it('replaces the one that is there, and is not asked for again', async () => {
    const requestOther = vi.fn(async () => ({ kind: 'translated', text: 'أخرى', engine: 'azure' }) as const);
    const { desk, ask, texts } = setUp({ requestOther });
    const outcome = await desk.translateOther(message('m1'), 'deepl');
    expect(outcome.kind).toBe('translated');
    expect(requestOther).toHaveBeenCalledWith(
      expect.objectContaining({ text: 'words of m1', target: 'ar' }),
      'deepl',
    );
    desk.want([message('m1')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(ask).not.toHaveBeenCalled();
    expect(texts()).toEqual({ m1: 'أخرى' });
  });

  it('leaves the one that is there when no other provider can', async () => {
    const { desk, texts } = setUp();
    desk.want([message('m1')]);
    await vi.advanceTimersByTimeAsync(0);
    expect((await desk.translateOther(message('m1'), 'deepl')).kind).toBe('unreachable');
    expect(texts()).toEqual({ m1: 'كلمات m1' });
  });
});
