import { describe, expect, it } from 'vitest';
import {
  type Line,
  MOST_LINES,
  otherLanguages,
  withLine,
  withTranslation,
  wordsFor,
} from './conversation.ts';

function line(id: string, part: Partial<Line> = {}): Line {
  return {
    id,
    side: 'own',
    text: 'Good morning',
    source: 'en',
    target: 'zh',
    translation: { kind: 'waiting' },
    ...part,
  };
}

describe('the lines of a conversation', () => {
  it('are bounded: the earliest go', () => {
    let lines: readonly Line[] = [];
    for (let number = 0; number < MOST_LINES + 5; number++) lines = withLine(lines, line(String(number)));
    expect(lines).toHaveLength(MOST_LINES);
    expect(lines[0]?.id).toBe('5');
  });

  it('get their translation when it comes, also after later lines', () => {
    const lines = withTranslation([line('a'), line('b')], 'a', { kind: 'done', text: '早上好' });
    expect(lines.map(({ translation }) => translation.kind)).toEqual(['done', 'waiting']);
    expect(withTranslation(lines, 'gone', { kind: 'unreachable' })).toEqual(lines);
  });

  it('are read by each side in its own language', () => {
    const said = line('a', { translation: { kind: 'done', text: '早上好' } });
    expect(wordsFor('own', said)).toEqual({ text: 'Good morning', language: 'en' });
    expect(wordsFor('other', said)).toEqual({ text: '早上好', language: 'zh' });
    expect(wordsFor('other', line('b'))).toBeNull();
  });
});

it('the person opposite has another language than the owner', () => {
  expect(otherLanguages('ar')).toEqual(['en', 'zh']);
});
