import { expect, it } from 'vitest';
import type { TimelineRow } from '../model/timeline.ts';
import { estimateHeight } from './row-height.ts';

function row(
  content: string,
  patch: Partial<TimelineRow> = {},
  translated: string | null = null,
): TimelineRow {
  return {
    message: {
      id: 'm',
      session_id: 's',
      sender_id: 'me',
      content,
      translated_content: translated,
      type: 'text',
      transcript: null,
      translation_engine: null,
      duration_ms: null,
      source_language: 'en',
      target_language: 'zh',
      created_at: '2026-01-01T09:00:00Z',
    },
    delivery: 'sent',
    startsDay: false,
    startsRun: false,
    showsTime: true,
    ...patch,
  };
}

it('grows with what a row shows', () => {
  const short = estimateHeight(row('Hello'));
  expect(estimateHeight(row('Hello\nand\ngoodbye'))).toBeGreaterThan(short);
  expect(estimateHeight(row('Hello '.repeat(40)))).toBeGreaterThan(short);
  expect(estimateHeight(row('Hello', {}, '你好'))).toBeGreaterThan(short);
  expect(estimateHeight(row('Hello', { startsRun: true }))).toBeGreaterThan(short);
  expect(estimateHeight(row('Hello', { startsDay: true }))).toBeGreaterThan(short);
  expect(estimateHeight(row('你'.repeat(30)))).toBeGreaterThan(estimateHeight(row('a'.repeat(30))));
});
