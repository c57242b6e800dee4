import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { answer } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { AskKnowledgeBase } from './ask-knowledge-base.tsx';
import { useAssistantAnswer } from './use-assistant-answer.ts';

const CHAT = '0e8f5c1e-6a57-4d0e-9f54-3b1a2c4d5e6f';
const VENDOR = '6a3f4c58-9f1c-4d52-8f0a-0d1b6f3f8a10';
const QUESTION = '保修多久？';
const SOURCES = {
  type: 'sources',
  sources: [
    { title: 'Catalogue 2026', page: 1, content: 'The office lamp LX-200 costs USD 4.20.' },
    { title: 'Catalogue 2026', page: 2, content: '本产品保修期为三年，自交货之日起计算。' },
  ],
};

function Asking({ onUse }: { onUse: (reply: string) => void }) {
  const [question, setQuestion] = useState('');
  const request = useAssistantAnswer('ask', CHAT, 'en');
  return (
    <AskKnowledgeBase
      request={request}
      vendorId={VENDOR}
      language="en"
      question={question}
      onQuestion={setQuestion}
      last={QUESTION}
      onUse={onUse}
    />
  );
}

async function showAsking(documents: readonly object[]) {
  const onUse = vi.fn();
  await renderInApp(<Asking onUse={onUse} />, { known: [[queryKeys.material(VENDOR), documents]] });
  return onUse;
}

/** @returns what the assistant was asked */
function answerWith(...events: object[]): unknown[] {
  const asked: unknown[] = [];
  answer('POST /functions/v1/assistant', async (request) => {
    asked.push(await request.json());
    const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    return new Response(lines, { headers: { 'content-type': 'text/event-stream' } });
  });
  return asked;
}

test('an answer that breaks off stays; asked again it names its place, quotes it, and becomes a reply', async () => {
  const onUse = await showAsking([{}]);
  answerWith(SOURCES, { type: 'text', text: 'The warranty is three ' }, { type: 'break', reason: 'broken' });
  await page.getByRole('button', { name: 'Answer the last message' }).click();
  await expect.element(page.getByText('The assistant broke off.')).toBeVisible();
  await expect.element(page.getByText('The warranty is three', { exact: true })).toBeVisible();
  expect(page.getByRole('button', { name: 'Use as reply' }).elements()).toEqual([]);

  const asked = answerWith(
    SOURCES,
    { type: 'text', text: 'The warranty is three ' },
    { type: 'text', text: 'years [2] from delivery [9].' },
    { type: 'end', cut: false },
  );
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect.element(page.getByText('The warranty is three years [2] from delivery.')).toBeVisible();
  expect(asked).toMatchObject([{ task: 'ask', sessionId: CHAT, language: 'en', question: QUESTION }]);
  await page.getByText('Catalogue 2026 · page 2').click();
  await expect.element(page.getByText('自交货之日起计算')).toBeVisible();
  expect(page.getByText('LX-200').elements()).toEqual([]);
  expect(await lookFindings()).toEqual([]);
  await page.getByRole('button', { name: 'Use as reply' }).click();
  expect(onUse).toHaveBeenCalledExactlyOnceWith('The warranty is three years from delivery.');
});

test('without material it leads to where that is added', async () => {
  await showAsking([]);
  await expect.element(page.getByRole('link')).toHaveAttribute('href', '/vendor-dashboard/profile?material');
});
