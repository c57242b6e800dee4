import type { Language } from '@dragoman/domain/languages';
import { Bot } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackend } from '@/shared/api/supabase.ts';
import { languageName } from '@/shared/i18n/language-name.ts';
import { SideSheet, SideSheetContent } from '@/shared/ui/overlay/side-sheet.tsx';
import type { ChatMessage } from '../model/chat-message.ts';
import { AnswerText, CopyButton } from './answer-text.tsx';
import { AnswerView } from './answer-view.tsx';
import { AskKnowledgeBase } from './ask-knowledge-base.tsx';
import { KeyFacts } from './key-facts.tsx';
import { lastQuestion } from './last-question.ts';
import { ReplyList } from './reply-list.tsx';
import { useAssistantAnswer } from './use-assistant-answer.ts';
import { WrittenEmailView } from './written-email.tsx';

interface AssistantPanelProps {
  chatId: string;
  messages: readonly ChatMessage[];
  hasOlder: boolean;
  ownLanguage: Language;
  /** The vendor with material; null for visitors. */
  vendorId: string | null;
  other: { id: string; language: Language; email: string | null } | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Scrolls to a message of the chat and focuses it. */
  onShow: (messageId: string) => void;
  /** Called with a reply for the composer, after the panel has closed. */
  onReply: (reply: string) => void;
}

/**
 * The assistant's panel: over the whole chat on a phone, beside it on larger screens. Without a
 * configured model it shows the key facts only.
 */
export function AssistantPanel({ open, onOpenChange, onShow, onReply, ...chat }: AssistantPanelProps) {
  const { t } = useTranslation();
  const { assistant } = useBackend().config;
  /** Runs in the chat after the panel has closed; while open it keeps the focus. */
  const afterwards = useRef<() => void>(undefined);

  function closeFor(what: () => void) {
    afterwards.current = what;
    onOpenChange(false);
  }

  const facts = <KeyFacts {...chat} onShow={(messageId) => closeFor(() => onShow(messageId))} />;
  const answers = useAnswers(chat, (reply) => closeFor(() => onReply(reply)));
  return (
    <SideSheet open={open} onOpenChange={onOpenChange}>
      <SideSheetContent
        title={assistant ? t('assistant.title') : t('facts.title')}
        onClosed={() => {
          afterwards.current?.();
          afterwards.current = undefined;
        }}
        foot={
          assistant && (
            <p className="flex items-start gap-2 py-1 text-ink-soft text-xs">
              <Bot aria-hidden="true" className="size-4 shrink-0" />
              {t('assistant.machine')}
            </p>
          )
        }
      >
        {assistant ? <AssistantTabs parts={{ ...answers, facts }} /> : facts}
      </SideSheetContent>
    </SideSheet>
  );
}

const PARTS = ['summary', 'replies', 'ask', 'email', 'facts'] as const;
type Part = (typeof PARTS)[number];

function AssistantTabs({ parts }: { parts: Record<Part, ReactNode> }) {
  const { t, i18n } = useTranslation();
  const shown = PARTS.filter((part) => parts[part] !== null);
  return (
    <Tabs.Root defaultValue="summary" dir={i18n.dir()}>
      <Tabs.List aria-label={t('assistant.title')} className="-mt-3 mb-5 flex flex-wrap gap-x-5 border-b">
        {shown.map((part) => (
          <Tabs.Trigger
            key={part}
            value={part}
            className="min-h-11 shrink-0 border-transparent border-b-2 font-semibold text-ink-soft text-sm hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-primary data-[state=active]:text-primary"
          >
            {part === 'facts' ? t('facts.title') : t(`assistant.${part}.tab`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {shown.map((part) => (
        <Tabs.Content key={part} value={part} className="outline-offset-4">
          {parts[part]}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

/** They live as long as the chat is open: closing the panel to look something up loses nothing. */
function useAnswers(
  {
    chatId,
    messages,
    ownLanguage,
    vendorId,
    other,
  }: Pick<AssistantPanelProps, 'chatId' | 'messages' | 'ownLanguage' | 'vendorId' | 'other'>,
  onReply: (reply: string) => void,
): Record<Exclude<Part, 'facts'>, ReactNode> {
  const { t, i18n } = useTranslation();
  const theirs = other?.language ?? ownLanguage;
  const summary = useAssistantAnswer('summary', chatId, ownLanguage);
  const replies = useAssistantAnswer('replies', chatId, ownLanguage);
  const email = useAssistantAnswer('email', chatId, theirs);
  const fromKnowledgeBase = useAssistantAnswer('ask', chatId, ownLanguage);
  const [question, setQuestion] = useState('');
  return {
    summary: (
      <AnswerView
        request={summary}
        intro={t('assistant.summary.intro')}
        button={t('assistant.summary.button')}
      >
        {(text, isWhole) => (
          <div className="space-y-3">
            <AnswerText text={text} language={ownLanguage} />
            {isWhole && <CopyButton text={text} />}
          </div>
        )}
      </AnswerView>
    ),
    replies: (
      <AnswerView
        request={replies}
        intro={t('assistant.replies.intro')}
        button={t('assistant.replies.button')}
      >
        {(text) => <ReplyList text={text} language={ownLanguage} onChoose={onReply} />}
      </AnswerView>
    ),
    ask: vendorId && (
      <AskKnowledgeBase
        request={fromKnowledgeBase}
        vendorId={vendorId}
        language={ownLanguage}
        question={question}
        onQuestion={setQuestion}
        last={other && lastQuestion(messages, other.id, ownLanguage)}
        onUse={onReply}
      />
    ),
    email: (
      <AnswerView
        request={email}
        intro={t('assistant.email.intro', { language: languageName(theirs, i18n.language) })}
        button={t('assistant.email.button')}
      >
        {(text, isWhole) => (
          <WrittenEmailView text={text} isWhole={isWhole} language={theirs} to={other?.email ?? null} />
        )}
      </AnswerView>
    ),
  };
}
