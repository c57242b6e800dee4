import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../model/clock.ts';
import {
  type AttachOutcome,
  createTranslationDesk,
  type TranslateOutcome,
  type TranslationRequest,
} from './translation-desk.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const REQUEST: TranslationRequest = { id: 'm1', sessionId: 's1', text: 'fine', source: 'en', target: 'zh' };

const NO_ENGINE = { kind: 'server', message: 'no engine' } as const;

function setUp(outcomes: TranslateOutcome[], attachments: AttachOutcome[] = []) {
  const translate = vi.fn(
    async () => outcomes.shift() ?? ({ kind: 'translated', text: '好', engine: 'deepl' } as const),
  );
  const attach = vi.fn(async () => attachments.shift() ?? ('attached' as const));
  const onFailed = vi.fn();
  const desk = createTranslationDesk({ clock: systemClock, translate, attach, onFailed });
  return { desk, translate, attach, onFailed };
}

describe('the translation desk', () => {
  it('shows that a delivered message is being translated until it is', async () => {
    const { desk, attach } = setUp([]);
    desk.start(REQUEST);
    const settled = desk.follow('m1');
    expect(desk.states.get().get('m1')).toEqual({ kind: 'translating' });
    await settled;
    expect(attach).toHaveBeenCalledWith(REQUEST, { text: '好', engine: 'deepl' });
    expect(desk.states.get().size).toBe(0);
  });

  it('offers a retry after a failure, which translates again', async () => {
    const { desk, translate, attach, onFailed } = setUp([{ kind: 'failed', failure: NO_ENGINE }]);
    desk.start(REQUEST);
    await desk.follow('m1');
    expect(desk.states.get().get('m1')).toEqual({ kind: 'failed' });
    expect(onFailed.mock.calls).toEqual([['m1', NO_ENGINE]]);
    await desk.retry(REQUEST);
    expect(translate).toHaveBeenCalledTimes(2);
    expect(attach).toHaveBeenCalledTimes(1);
    expect(desk.states.get().size).toBe(0);
    expect(onFailed).toHaveBeenCalledTimes(1);
  });

  it('asks once, however often it is told to', async () => {
    const { desk, translate, attach } = setUp([]);
    desk.start(REQUEST);
    desk.start(REQUEST);
    await Promise.all([desk.follow('m1'), desk.follow('m1')]);
    expect(translate).toHaveBeenCalledTimes(1);
    expect(attach).toHaveBeenCalledTimes(1);
  });

  it('asks the server for what this browser has translated without it: the vendor’s glossary is there', async () => {
    const { desk, translate } = setUp([
      { kind: 'translated', text: '样品', engine: 'phrasebook', here: true },
      { kind: 'translated', text: 'sample', engine: 'deepl' },
    ]);
    desk.start(REQUEST);
    expect(await desk.ready('m1', 1_000)).toMatchObject({ text: '样品' });
    desk.start(REQUEST);
    expect(await desk.ready('m1', 1_000)).toMatchObject({ text: 'sample' });
    desk.start(REQUEST);
    expect(translate).toHaveBeenCalledTimes(2);
  });

  it('gets over a network that is away for a few seconds after delivery', async () => {
    const { desk, attach, onFailed } = setUp([{ kind: 'unreachable' }], ['unreachable', 'unreachable']);
    desk.start(REQUEST);
    void desk.follow('m1');
    await vi.runAllTimersAsync();
    expect(attach).toHaveBeenCalledTimes(3);
    expect(onFailed).not.toHaveBeenCalled();
    expect(desk.states.get().size).toBe(0);
  });

  it('gives up on a network that stays away', async () => {
    const { desk, onFailed } = setUp(Array.from({ length: 9 }, () => ({ kind: 'unreachable' }) as const));
    desk.start(REQUEST);
    void desk.follow('m1');
    await vi.runAllTimersAsync();
    expect(onFailed.mock.calls).toEqual([['m1', { kind: 'unknown' }]]);
    expect(desk.states.get().get('m1')).toEqual({ kind: 'failed' });
  });

  it('takes a refusal to write the translation as a failure', async () => {
    const { desk, attach, onFailed } = setUp([], ['refused']);
    desk.start(REQUEST);
    await desk.follow('m1');
    expect(attach).toHaveBeenCalledTimes(1);
    expect(onFailed.mock.calls).toEqual([['m1', { kind: 'unknown' }]]);
  });

  it('knows nothing of messages that were never started', async () => {
    const { desk } = setUp([]);
    expect(await desk.ready('unknown', 250)).toBeNull();
    await desk.follow('unknown');
    expect(desk.states.get().size).toBe(0);
  });
});
