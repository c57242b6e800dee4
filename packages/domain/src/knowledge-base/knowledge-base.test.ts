import { expect, test } from 'vitest';
import { documentPassages, KNOWLEDGE_BASE_LIMITS } from './knowledge-base.ts';

function passagesOf(...pages: string[]) {
  const cut = documentPassages(pages);
  if (!cut.ok) throw new Error(cut.problem);
  return cut.passages;
}

test('a document is cut at its paragraphs, and each passage knows its page', () => {
  const paragraph = 'The lamp is made of brass. '.repeat(20).trim();
  const passages = passagesOf(`${paragraph}\n\n${paragraph}`, '', 'Warranty: three years.');
  expect(passages.map(({ page, content }) => [page, content])).toEqual([
    [1, paragraph],
    [1, paragraph],
    [3, 'Warranty: three years.'],
  ]);
});

test('without paragraphs it is cut at the ends of sentences, in Chinese and Arabic as well', () => {
  for (const sentence of [
    'Price 4.20 for a lamp. ',
    '保修期为三年，自交货之日起计算。',
    'مدة الضمان ثلاث سنوات؟ ',
  ]) {
    const passages = passagesOf(sentence.repeat(120));
    expect(passages.length).toBeGreaterThan(1);
    for (const { content } of passages) expect(content.endsWith(sentence.trim())).toBe(true);
  }
});

test('no character is lost or torn, also where there is no good place to cut', () => {
  const text = '🙂'.repeat(2_000);
  const passages = passagesOf(text);
  expect(passages.map(({ content }) => content).join('')).toBe(text);
  expect(passages.every(({ content }) => content.length <= 900 && !/\p{Surrogate}/u.test(content))).toBe(
    true,
  );
});

test('characters typical of PDF files become letters; control characters are removed', () => {
  const [passage] = passagesOf(
    'e\uFB03cient\u0000 o\uFB03ce \uD800 \uFEE3\uFEE4\uFEDB\uFEE6 \uFEFB \u2F6C 12 m²\r\nnext',
  );
  expect(passage?.content).toBe('efficient office � ممكن لا 目 12 m²\nnext');
});

test('one without text, of too many pages, or too long is refused', () => {
  expect(documentPassages(['', ' \n', '\u0000'])).toEqual({ ok: false, problem: 'no-text' });
  expect(documentPassages([])).toEqual({ ok: false, problem: 'no-text' });
  const pages = Array.from({ length: 300 }, () => 'x');
  expect(documentPassages(pages)).toEqual({ ok: false, problem: 'too-many-pages' });
  const long = 'x'.repeat(KNOWLEDGE_BASE_LIMITS.characters + 1);
  expect(documentPassages([long])).toEqual({ ok: false, problem: 'too-long' });
  expect(documentPassages([long.slice(1)]).ok).toBe(true);
});
