import { expect, it } from 'vitest';
import { FREQUENT_PHRASES } from './frequent-phrases.ts';
import { TOPICS } from './shipped.ts';

it('are sentences of the phrasebook, word for word, without gaps', () => {
  const phrases = new Map(TOPICS.flatMap((topic) => topic.phrases).map((phrase) => [phrase.id, phrase]));
  for (const { id, ...wordings } of [...FREQUENT_PHRASES.vendor, ...FREQUENT_PHRASES.visitor]) {
    const phrase = phrases.get(id);
    expect(wordings, id).toEqual({ en: phrase?.en[0], zh: phrase?.zh[0], ar: phrase?.ar[0] });
    expect(Object.values(wordings).join(''), id).not.toContain('{');
  }
});
