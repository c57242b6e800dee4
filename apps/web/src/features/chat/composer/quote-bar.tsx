import type { Language } from '@dragoman/domain/languages';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { quoteText } from '../message-bubble/quote-text.ts';
import type { ChatMessage } from '../model/chat-message.ts';

interface QuoteBarProps {
  /** Null: deleted; undefined: not loaded yet. */
  quoted: ChatMessage | null | undefined;
  viewer: { profileId: string; language: Language };
  /** The other person's name. */
  otherName: string;
  onCancel: () => void;
}

/** The message that the next one quotes, above the composer. */
export function QuoteBar({ quoted, viewer, otherName, onCancel }: QuoteBarProps) {
  const { t } = useTranslation();
  const shown = quoted && quoteText(quoted, viewer, t);
  return (
    <section
      aria-label={t('chat.acts.quoted')}
      className="flex items-center gap-2 border-line border-t bg-surface ps-[max(0.75rem,env(safe-area-inset-left))] pe-[max(0.375rem,env(safe-area-inset-right))] pt-1.5 text-xs"
    >
      <div className="min-w-0 flex-1 border-primary border-s-3 ps-2">
        <p className="truncate font-semibold text-primary">
          {quoted?.sender_id === viewer.profileId
            ? t('chat.acts.replyingToSelf')
            : t('chat.acts.replyingTo', { name: otherName })}
        </p>
        <p dir={shown?.dir} lang={shown?.lang} className="min-h-4 truncate text-start text-ink-soft">
          {quoted === null ? t('chat.acts.quoteGone') : shown?.text}
        </p>
      </div>
      <button
        type="button"
        aria-label={t('chat.acts.cancelReply')}
        // Keeps the phone's keyboard open, as sending does.
        onPointerDown={(event) => event.preventDefault()}
        onClick={onCancel}
        className="grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-sunken"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </section>
  );
}
