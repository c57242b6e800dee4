import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import type { ChatMessage } from '../model/chat-message.ts';
import { MessageBubble } from './message-bubble.tsx';

const VISITOR = person({ role: 'visitor', name: '陈思远', language: 'zh' });
const MESSAGE: ChatMessage = {
  id: '9a1b1d8e-7f0e-4a53-8a1f-0e2b4c6d8f01',
  session_id: '3f0c2a51-6d1e-4b7c-9a55-0d5f1c2e8b10',
  sender_id: VISITOR.id,
  content: '这些灯可以装在室外吗？',
  translated_content: null,
  type: 'text',
  transcript: null,
  duration_ms: null,
  source_language: 'zh',
  target_language: 'en',
  translation_engine: null,
  created_at: '2026-03-02T08:00:00.000Z',
};
const none = () => {};

function Bubble(props: Pick<ComponentProps<typeof MessageBubble>, 'delivery'>) {
  const { t } = useTranslation();
  return (
    <MessageBubble
      t={t}
      language="en"
      message={MESSAGE}
      sender={VISITOR}
      own
      viewerLanguage="zh"
      startsRun
      showsTime
      translation={undefined}
      reading={undefined}
      isWanted={false}
      transcribing={false}
      folded={false}
      actions={{
        sendAgain: none,
        discard: none,
        translateAgain: none,
        readAgain: none,
        translateHere: none,
        transcribeAgain: none,
        fold: none,
        copy: none,
        showQuoted: none,
        pin: () => none,
      }}
      quoted={undefined}
      quotedName=""
      reactions={undefined}
      viewerId={VISITOR.id}
      otherName="Nora Whitfield"
      {...props}
    />
  );
}

test('a message that waits for the network says so', async () => {
  await renderInApp(<Bubble delivery="waiting" />);
  await expect.element(page.getByText('Waiting for network')).toBeVisible();
  expect(await lookFindings()).toEqual([]);
});
