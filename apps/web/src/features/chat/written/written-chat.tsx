import type { Language } from '@dragoman/domain/languages';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/shared/api/database-types.ts';
import { Composer } from '../composer/composer.tsx';
import { ChatHeader } from '../header/chat-header.tsx';
import { MessageBubble } from '../message-bubble/message-bubble.tsx';
import { TranslationPart } from '../message-bubble/translation-part.tsx';
import type { BubbleActions } from '../message-bubble/use-bubble-actions.ts';
import { DayLine } from '../message-list/day-line.tsx';
import { LIST_LOOKS } from '../message-list/list-looks.ts';
import { LoadingBubbles } from '../message-list/loading-bubbles.tsx';
import { NewMessagesLine } from '../message-list/new-messages-line.tsx';
import type { ChatMessage } from '../model/chat-message.ts';
import { writableValue } from '../model/store-value.ts';
import { ChatFrame } from '../screen/chat-frame.tsx';
import { ReadUpToContext } from '../sync/read-up-to.ts';
import { engineText } from '../translation/engine-name.ts';
import { TranslationHint } from '../translation/translation-hint.tsx';
import { type BubbleName, PARTS_ID, type PartName, SLOTS, type WrittenTexts } from './slots.ts';

/** Long ago: nothing of it is on its way any more. */
const THEN = '2020-01-01T00:00:00Z';
const ENGINES = ['phrasebook', 'glossary', 'openai-compatible'];

/** Nobody in particular: a space that no line breaks at keeps each line's height. */
const NOBODY = personOf({ name: '\u00a0', company: '\u00a0', language: 'zh' });
const SOMEBODY = personOf({ name: SLOTS.name, company: SLOTS.company, whatsapp: '+1', wechat: 'w' });

const MESSAGE: ChatMessage = {
  id: '',
  session_id: '',
  sender_id: '',
  content: SLOTS.text,
  translated_content: SLOTS.translation,
  type: 'text',
  transcript: null,
  duration_ms: null,
  source_language: 'en',
  target_language: 'zh',
  translation_engine: SLOTS.engine,
  created_at: THEN,
};

/** A message with which nothing is going on. */
const AT_REST = {
  delivery: 'sent',
  translation: undefined,
  reading: undefined,
  folded: false,
  actions: {} as BubbleActions,
} as const;

const UNTRANSLATED = { ...AT_REST, own: true, message: { ...MESSAGE, translated_content: null } };

/**
 * A chat as the server can write it, who does not know whose it is: its frame, which can be seen and typed into at once, and
 * parts that a script of the page fills (docs/adr/0035). All of it is made by the components that the app draws the chat with.
 * @param speech whether voice messages can be recorded here
 */
export function WrittenChat({ language, speech }: { language: Language; speech: boolean }) {
  const { t } = useTranslation();
  const me = personOf({ language });
  const target = language === 'zh' ? 'en' : 'zh';
  const nothing = () => {};
  const header = { me, sessionId: '', presence: null, onShare: nothing, onAssistant: nothing };
  const texts: WrittenTexts = {
    language,
    someone: t('chat.someone'),
    noCompany: t('chat.noCompany'),
    engines: {
      '': engineText(t, null),
      other: engineText(t, SLOTS.engine),
      ...Object.fromEntries(ENGINES.map((engine) => [engine, engineText(t, engine)])),
    },
  };
  return (
    <>
      <ChatFrame>
        <ChatHeader {...header} counterpart={NOBODY} />
        <div className={LIST_LOOKS.box}>
          <div
            role="log"
            aria-live="off"
            aria-label={t('chat.messages')}
            aria-busy
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
            tabIndex={0}
            className={LIST_LOOKS.view}
          >
            <div className={LIST_LOOKS.content}>
              <div className="flex flex-col gap-3 py-4">
                <LoadingBubbles />
              </div>
            </div>
          </div>
        </div>
        <Composer
          sessionId=""
          draft={writableValue('')}
          onSend={async () => {}}
          voice={speech ? { canRecord: () => false, send: nothing } : null}
          ownLanguage={language}
          target={target}
          readerName={null}
          translationOn
          onTranslationOn={nothing}
        />
      </ChatFrame>
      <div id={PARTS_ID} hidden data-texts={JSON.stringify(texts)}>
        <Part name="header">
          <ChatHeader {...header} counterpart={SOMEBODY} />
        </Part>
        <Part name="hint">
          <TranslationHint own={SLOTS.own} other={SLOTS.other} />
        </Part>
        <Part name="today">
          <DayLine at={new Date().toISOString()} />
        </Part>
        <Part name="yesterday">
          <DayLine at={new Date(Date.now() - 24 * 60 * 60_000).toISOString()} />
        </Part>
        <Part name="day">
          <DayLine at={THEN} />
        </Part>
        <Part name="new">
          <NewMessagesLine />
        </Part>
        <Part name="translating">
          <TranslationPart
            {...UNTRANSLATED}
            message={{ ...UNTRANSLATED.message, created_at: new Date().toISOString() }}
          />
        </Part>
        <Part name="untranslated">
          <TranslationPart {...UNTRANSLATED} />
        </Part>
        <BubblePart name="other-first" />
        <BubblePart name="other-next" />
        <BubblePart name="sent-first" />
        <BubblePart name="sent-next" />
        <BubblePart name="read-first" />
        <BubblePart name="read-next" />
      </div>
    </>
  );
}

function Part({ name, children }: { name: PartName; children: ReactNode }) {
  return <template data-part={name}>{children}</template>;
}

function BubblePart({ name }: { name: BubbleName }) {
  const own = !name.startsWith('other');
  return (
    <Part name={name}>
      <ReadUpToContext value={name.startsWith('read') ? THEN : null}>
        <MessageBubble
          {...AT_REST}
          message={MESSAGE}
          sender={SOMEBODY}
          own={own}
          startsRun={name.endsWith('first')}
          showsTime
          transcribing={false}
        />
      </ReadUpToContext>
    </Part>
  );
}

function personOf(known: Partial<Profile>): Profile {
  return {
    id: '',
    user_id: '',
    role: 'vendor',
    email: null,
    name: null,
    language: 'en',
    designation: null,
    linkedin: null,
    whatsapp: null,
    wechat: null,
    company: null,
    phone: null,
    website: null,
    avatar_url: null,
    updated_at: null,
    ...known,
  };
}
