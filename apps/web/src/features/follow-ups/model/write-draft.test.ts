import type { AssistantEvent } from '@dragoman/domain/assistant/assistant';
import { expect, it } from 'vitest';
import { readWrittenEmail } from './write-draft.ts';

async function* events(...list: AssistantEvent[]): AsyncGenerator<AssistantEvent> {
  yield* list;
}
const text = (words: string) => ({ type: 'text', text: words }) as const;

it('an e-mail of the assistant is taken whole or not at all', async () => {
  const whole = events(text('Subject: Our'), text(' offer\n\nDear Mei,'), { type: 'end', cut: false });
  expect(await readWrittenEmail(whole)).toEqual({ subject: 'Our offer', body: 'Dear Mei,' });
  for (const broken of [
    events(text('Subject: Our offer\n\nDear'), { type: 'break', reason: 'broken' }),
    events(text('Subject: Our offer\n\nDear')),
    events(),
    events(text('One line'), { type: 'end', cut: false }),
  ]) {
    expect(await readWrittenEmail(broken)).toBeNull();
  }
});
