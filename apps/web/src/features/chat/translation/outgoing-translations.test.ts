import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../model/clock.ts';
import {
  type AttachOutcome,
  createOutgoingTranslations,
  type TranslateOutcome,
  type TranslationRequest,
} from './outgoing-translations.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const REQUEST: TranslationRequest = { id: 'm1', sessionId: 's1', text: 'fine', source: 'en', target: 'zh' };

const NO_PROVIDER = { kind: 'server', message: 'no engine' } as const;

function setUp(outcomes: TranslateOutcome[], attachments: AttachOutcome[] = []) {
  const translate = vi.fn(
    async () => outcomes.shift() ?? ({ kind: 'translated', text: '好', engine: 'deepl' } as const),
  );
  const attach = vi.fn(async () => attachments.shift() ?? ('attached' as const));
  const onFailed = vi.fn();
  const outgoingTranslations = createOutgoingTranslations({
    clock: systemClock,
    translate,
    attach,
    onFailed,
  });
  return { desk: outgoingTranslations, translate, attach, onFailed };
}

describe('outgoing translations', () => {
  it('shows that a delivered message is being translated until it is', async () => {
    const { desk: outgoingTranslations, attach } = setUp([]);
    outgoingTranslations.start(REQUEST);
    const settled = outgoingTranslations.follow('m1');
    expect(outgoingTranslations.states.get().get('m1')).toEqual({ kind: 'translating' });
    await settled;
    expect(attach).toHaveBeenCalledWith(REQUEST, { text: '好', engine: 'deepl' });
    expect(outgoingTranslations.states.get().size).toBe(0);
  });

  it('offers a retry after a failure, which translates again', async () => {
    const {
      desk: outgoingTranslations,
      translate,
      attach,
      onFailed,
    } = setUp([{ kind: 'failed', failure: NO_PROVIDER }]);
    outgoingTranslations.start(REQUEST);
    await outgoingTranslations.follow('m1');
    expect(outgoingTranslations.states.get().get('m1')).toEqual({ kind: 'failed' });
    expect(onFailed.mock.calls).toEqual([['m1', NO_PROVIDER]]);
    await outgoingTranslations.retry(REQUEST);
    expect(translate).toHaveBeenCalledTimes(2);
    expect(attach).toHaveBeenCalledTimes(1);
    expect(outgoingTranslations.states.get().size).toBe(0);
    expect(onFailed).toHaveBeenCalledTimes(1);
  });

  it('asks once, however often it is told to', async () => {
    const { desk: outgoingTranslations, translate, attach } = setUp([]);
    outgoingTranslations.start(REQUEST);
    outgoingTranslations.start(REQUEST);
    await Promise.all([outgoingTranslations.follow('m1'), outgoingTranslations.follow('m1')]);
    expect(translate).toHaveBeenCalledTimes(1);
    expect(attach).toHaveBeenCalledTimes(1);
  });

  it('asks the server for what this browser has translated without it: the vendor’s glossary is there', async () => {
    const { desk: outgoingTranslations, translate } = setUp([
      { kind: 'translated', text: '样品', engine: 'phrasebook', here: true },
      { kind: 'translated', text: 'sample', engine: 'deepl' },
    ]);
    outgoingTranslations.start(REQUEST);
    expect(await outgoingTranslations.ready('m1', 1_000)).toMatchObject({ text: '样品' });
    outgoingTranslations.start(REQUEST);
    expect(await outgoingTranslations.ready('m1', 1_000)).toMatchObject({ text: 'sample' });
    outgoingTranslations.start(REQUEST);
    expect(translate).toHaveBeenCalledTimes(2);
  });

  it('gets over a network that is away for a few seconds after delivery', async () => {
    const {
      desk: outgoingTranslations,
      attach,
      onFailed,
    } = setUp([{ kind: 'unreachable' }], ['unreachable', 'unreachable']);
    outgoingTranslations.start(REQUEST);
    void outgoingTranslations.follow('m1');
    await vi.runAllTimersAsync();
    expect(attach).toHaveBeenCalledTimes(3);
    expect(onFailed).not.toHaveBeenCalled();
    expect(outgoingTranslations.states.get().size).toBe(0);
  });

  it('gives up on a network that stays away', async () => {
    const { desk: outgoingTranslations, onFailed } = setUp(
      Array.from({ length: 9 }, () => ({ kind: 'unreachable' }) as const),
    );
    outgoingTranslations.start(REQUEST);
    void outgoingTranslations.follow('m1');
    await vi.runAllTimersAsync();
    expect(onFailed.mock.calls).toEqual([['m1', { kind: 'unknown' }]]);
    expect(outgoingTranslations.states.get().get('m1')).toEqual({ kind: 'failed' });
  });

  it('takes a refusal to write the translation as a failure', async () => {
    const { desk: outgoingTranslations, attach, onFailed } = setUp([], ['refused']);
    outgoingTranslations.start(REQUEST);
    await outgoingTranslations.follow('m1');
    expect(attach).toHaveBeenCalledTimes(1);
    expect(onFailed.mock.calls).toEqual([['m1', { kind: 'unknown' }]]);
  });

  it('knows nothing of messages that were never started', async () => {
    const { desk: outgoingTranslations } = setUp([]);
    expect(await outgoingTranslations.ready('unknown', 250)).toBeNull();
    await outgoingTranslations.follow('unknown');
    expect(outgoingTranslations.states.get().size).toBe(0);
  });
});
