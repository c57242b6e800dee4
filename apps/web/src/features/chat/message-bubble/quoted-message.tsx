import type { Language } from '@dragoman/domain/languages';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from '../model/chat-message.ts';
import { quoteText } from './quote-text.ts';

interface QuotedMessageProps {
  /** Null: deleted; undefined: not loaded yet. */
  quoted: ChatMessage | null | undefined;
  /** The writer's name. */
  name: string;
  viewer: { profileId: string; language: Language };
  onShow: (messageId: string) => void;
}

/** The quoted message at the top of a reply; a press goes to it. */
export function QuotedMessage({ quoted, name, viewer, onShow }: QuotedMessageProps) {
  const { t } = useTranslation();
  // Two lines from the start, so that a quote that comes later moves nothing.
  const box =
    'mb-0.5 block min-h-11 w-full rounded-control border-primary border-s-3 bg-ink/5 px-2 py-1 text-start text-xs';
  if (quoted === null) {
    return <p className={`${box} flex items-center text-ink-soft italic`}>{t('chat.acts.quoteGone')}</p>;
  }
  if (quoted === undefined) {
    return (
      <p className={box}>
        <span className="sr-only">{t('chat.acts.quoted')}</span>
      </p>
    );
  }
  const { text, dir, lang } = quoteText(quoted, viewer, t);
  return (
    <button
      type="button"
      // The menu of the message does the same, and the list is one stop of the keyboard.
      tabIndex={-1}
      onClick={() => onShow(quoted.id)}
      className={`${box} min-w-0 overflow-hidden`}
    >
      <span className="sr-only">{t('chat.acts.quoted')} </span>
      <span className="block truncate font-semibold text-primary">
        <bdi>{name}</bdi>
      </span>
      <span dir={dir} lang={lang} className="block truncate text-ink-soft">
        {text}
      </span>
    </button>
  );
}
