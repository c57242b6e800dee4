import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { shippedPhrasebook } from '@dragoman/domain/phrasebook/shipped';
import { installMadeModels, KNOWN } from '@dragoman/local-engines/translation/testing/made-models';
import { describe, expect, it, onTestFinished } from 'vitest';
import { addToCounts, chrf, emptyCounts } from './chrf.ts';
import { coverageOf, heldOutCoverage } from './coverage.ts';
import { openInstalledProvider } from './local-engine.ts';
import { createTally, scoreProvider } from './score-engine.ts';
import { HELD_OUT, SENTENCES } from './sentences.ts';

describe('the evaluation set', () => {
  it('has at least 200 sentences, each once, with its term in every language', () => {
    expect(SENTENCES.length).toBeGreaterThanOrEqual(200);
    expect(new Set(SENTENCES.map(({ en }) => en)).size).toBe(SENTENCES.length);
    const without = SENTENCES.filter(
      ({ term, en, zh, ar }) =>
        term &&
        !(en.toLowerCase().includes(term.en.toLowerCase()) && zh.includes(term.zh) && ar.includes(term.ar)),
    );
    expect(without).toEqual([]);
  });
});

describe('the phrasebook on it', () => {
  const coverages = coverageOf(shippedPhrasebook(), SENTENCES);

  it.each(coverages)('$source to $target: knows some, and no answer is wrong', (coverage) => {
    expect(coverage.false).toEqual([]);
    expect(coverage.exact).toBeGreaterThan(20);
  });
});

describe('the held-out sentences', () => {
  it('are at least 300 for each language, each once', () => {
    for (const sentences of Object.values(HELD_OUT)) {
      expect(sentences.length).toBeGreaterThanOrEqual(300);
      expect(new Set(sentences.map(({ text }) => text)).size).toBe(sentences.length);
    }
  });

  /** Measured shares; a change of the rules may only raise them. */
  const FLOOR = { en: 0.38, zh: 0.36, ar: 0.27 };
  it.each(heldOutCoverage(shippedPhrasebook()))(
    '$source to $target: as many are known as before, and no answer is wrong',
    ({ source, all, notJudged }) => {
      expect(notJudged).toEqual([]);
      expect(all).toBeGreaterThanOrEqual(FLOOR[source]);
    },
  );
});

describe('chrF2', () => {
  function score(answer: string, reference: string): number {
    const counts = emptyCounts();
    addToCounts(counts, answer, reference);
    return chrf(counts);
  }
  it('is 100 for the reference, 0 for nothing of it, and leaves white space out', () => {
    expect(score('我们需要500件', '我们需要500件')).toBeCloseTo(100);
    expect(score('we need', 'weneed')).toBeCloseTo(100);
    expect(score('abcdef', '我们需要')).toBe(0);
    expect(score('', '我们')).toBe(0);
  });
  it('weighs what is missing more than what is too much', () => {
    expect(score('abcdefgh', 'abcdefghijkl')).toBeLessThan(score('abcdefghijkl', 'abcdefgh'));
    // By hand: order 1 has precision 1 and recall 1/2, F2 = 5 * 0.5 / 4.5; order 2 none of one
    // against one.
    expect(score('a', 'ab')).toBeCloseTo((100 * (5 * 0.5)) / 4.5, 5);
  });
});

describe('the scores of an engine', () => {
  const sentence = {
    en: 'The price is USD 15 for model XK-200.',
    zh: 'XK-200型号的价格是15美元。',
    ar: 'سعر الموديل XK-200 هو 15 USD.',
    term: { en: 'price', zh: '价格', ar: 'سعر' },
  };
  const scored = (answer: string | null) => {
    const tally = createTally('en', 'zh');
    tally.add(sentence, answer);
    return tally.score();
  };
  it('see numbers, codes, terms and the script', () => {
    expect(scored(sentence.zh)).toMatchObject({ numbersKept: 1, termsKept: 1, wrongScript: 0, failed: 0 });
    expect(scored('XK-200型号的价格是50美元。')).toMatchObject({ numbersKept: 0, termsKept: 1 });
    expect(scored('这个型号要15美元。')).toMatchObject({ numbersKept: 0, termsKept: 0 });
    expect(scored('The model XK-200 is USD 15.')).toMatchObject({ wrongScript: 1, numbersKept: 1 });
    expect(scored(null)).toMatchObject({ chrf: 0, failed: 1, numbersKept: 0, wrongScript: 0 });
  });
});

describe('the engine on this machine', () => {
  function madeModels() {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-eval-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const config = { translation: true, folder, mirror: null, workers: 1, residentBytes: 2 ** 31 };
    return { config, models: installMadeModels(folder) };
  }

  it('is scored in the directions whose models are installed', { timeout: 30_000 }, async () => {
    const { config, models } = madeModels();
    rmSync(path.join(config.folder, 'translation-en-ar'), { recursive: true });
    const local = await openInstalledProvider(config, models);
    onTestFinished(() => local?.close());
    if (!local) throw new Error('no engine');
    expect(local.missing).toEqual(['translation-en-ar']);
    const scores = await scoreProvider(local.provider, [KNOWN], () => undefined);
    expect(scores.map(({ source, target }) => `${source}-${target}`).sort()).toEqual([
      'ar-en',
      'ar-zh',
      'en-zh',
      'zh-en',
    ]);
    for (const score of scores) expect(score).toMatchObject({ failed: 0, refused: 0, wrongScript: 0 });
  });

  it('is left out without models, and where it is switched off', async () => {
    const { config, models } = madeModels();
    expect(await openInstalledProvider({ ...config, translation: false }, models)).toBeNull();
    expect(
      await openInstalledProvider({ ...config, folder: path.join(config.folder, 'none') }, models),
    ).toBeNull();
  });
});
