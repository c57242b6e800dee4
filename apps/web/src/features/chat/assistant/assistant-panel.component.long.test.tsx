import type { AssistantEvent } from '@dragoman/domain/assistant/assistant';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import type { ChatMessage } from '../model/chat-message.ts';
import { AssistantPanel } from './assistant-panel.tsx';

const panel = page.getByRole('dialog', { name: 'Assistant' });
const button = (name: string) => panel.getByRole('button', { name, exact: true });
const tab = (name: string) => panel.getByRole('tab', { name });

function message(id: string, sender_id: string, content: string, source_language: 'en' | 'zh'): ChatMessage {
  return {
    id,
    session_id: 'chat',
    sender_id,
    content,
    translated_content: null,
    type: 'text',
    transcript: null,
    duration_ms: null,
    source_language,
    target_language: null,
    translation_engine: null,
    created_at: '2026-01-05T08:00:00+00:00',
  };
}

const MESSAGES = [
  message('question', 'siyuan', '五千件的单价是多少？', 'zh'),
  message('offer', 'nora', 'USD 4.20 per piece for 5,000 pieces.', 'en'),
];

/** The function `assistant`, which writes what a test tells it to. */
function serveAssistant() {
  const asked: unknown[] = [];
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  answer('POST /functions/v1/assistant', async (request) => {
    asked.push(await request.json());
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller;
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
  const events = (...given: AssistantEvent[]) => {
    const encoder = new TextEncoder();
    for (const event of given) stream?.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
  };
  return {
    asked,
    /** Waits until it is asked, and writes a part of its answer. */
    async writes(...texts: string[]) {
      await vi.waitUntil(() => stream);
      events(...texts.map((text) => ({ type: 'text', text }) as const));
    },
    async ends(how: AssistantEvent = { type: 'end', cut: false }) {
      await vi.waitUntil(() => stream);
      events(how);
      stream?.close();
      stream = undefined;
    },
    forget() {
      stream = undefined;
    },
  };
}

async function showPanel() {
  const onReply = vi.fn();
  const onShow = vi.fn();
  function Chat() {
    const [open, setOpen] = useState(true);
    return (
      <>
        <button type="button" className="min-h-11" onClick={() => setOpen(true)}>
          Open
        </button>
        <AssistantPanel
          chatId="chat"
          messages={MESSAGES}
          hasOlder={false}
          ownLanguage="en"
          vendorId={null}
          other={{ id: 'siyuan', language: 'zh', email: 'siyuan@yuanshan.example' }}
          open={open}
          onOpenChange={setOpen}
          onShow={onShow}
          onReply={onReply}
        />
      </>
    );
  }
  await renderInApp(<Chat />, { config: { assistant: true } });
  return { onReply, onShow };
}

test('a summary breaks off, stays, and is written again', async () => {
  const assistant = serveAssistant();
  await showPanel();
  await expect.element(panel.getByText('A machine writes here')).toBeVisible();
  await button('Sum up the chat').click();
  await assistant.writes('## Agreed\n', '- 5,000 pieces');
  await assistant.ends({ type: 'break', reason: 'broken' });
  await expect.element(panel.getByRole('alert')).toHaveTextContent('The assistant broke off.');
  await expect.element(panel.getByText('5,000 pieces', { exact: true })).toBeVisible();
  expect(await lookFindings()).toEqual([]);

  await button('Write again').click();
  await expect.element(panel.getByText('Writing…')).toBeVisible();
  await assistant.writes('## Agreed\n', '- 5,000 pieces', ' at USD 4.20');
  await assistant.ends();
  await expect.element(panel.getByText('5,000 pieces at USD 4.20', { exact: true })).toBeVisible();
  await expect.element(button('Copy')).toBeVisible();
  expect(assistant.asked.at(-1)).toEqual({ task: 'summary', sessionId: 'chat', language: 'en' });
});

test('an e-mail is stopped, what has come stays, and a whole one is opened in the mail program', async () => {
  const assistant = serveAssistant();
  await showPanel();
  await tab('E-mail').click();
  await button('Write the e-mail').click();
  await assistant.writes('Subject: 灯具报价\n\n');
  await expect.element(panel.getByText('灯具报价')).toBeVisible();
  await button('Stop').click();
  await expect.element(panel.getByText('Stopped. What has come stays here.')).toBeVisible();
  await expect.element(panel.getByText('灯具报价')).toBeVisible();
  assistant.forget();

  await button('Write again').click();
  await assistant.writes('Subject: 灯具报价\n\n', '陈先生您好：', '\n感谢您的来访。');
  await assistant.ends();
  const subject = encodeURIComponent('灯具报价');
  await expect
    .element(panel.getByRole('link', { name: 'Open in mail program' }))
    .toHaveAttribute(
      'href',
      expect.stringMatching(new RegExp(`^mailto:siyuan@yuanshan\\.example\\?subject=${subject}&body=`)),
    );
  expect(assistant.asked.at(-1)).toEqual({ task: 'email', sessionId: 'chat', language: 'zh' });
});

test('a reply is handed over as the panel closes, which keeps what was written; a fact leads to its message', async () => {
  const assistant = serveAssistant();
  const { onReply, onShow } = await showPanel();
  await tab('Replies').click();
  await button('Suggest replies').click();
  await assistant.writes(
    '1. We can hold this price for 30 days.\n',
    '2. Shall I send a sample?\n',
    '3. Thank you.',
  );
  await assistant.ends();
  const replies = panel.getByRole('list', { name: 'Suggested replies' }).getByRole('button');
  await expect.poll(() => replies.elements().length).toBe(3);
  await replies.nth(1).click();
  await expect.element(panel).not.toBeInTheDocument();
  expect(onReply).toHaveBeenCalledExactlyOnceWith('Shall I send a sample?');

  await page.getByRole('button', { name: 'Open' }).click();
  await tab('Replies').click();
  await expect.element(panel.getByText('Shall I send a sample?')).toBeVisible();
  await tab('Key facts').click();
  const fact = panel.getByRole('button', { name: /^5,000 pieces/ });
  await expect.element(fact).toHaveTextContent('2 messages');
  expect(await lookFindings()).toEqual([]);
  await fact.click();
  await expect.element(panel).not.toBeInTheDocument();
  expect(onShow).toHaveBeenCalledExactlyOnceWith('offer');
});
