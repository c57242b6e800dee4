import { suggestedReplies } from '@dragoman/domain/assistant/assistant';
import { type Language, textDirection } from '@dragoman/domain/languages';
import { CornerDownLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';

interface ReplyListProps {
  text: string;
  language: Language;
  /** Called with the chosen reply, to continue it. */
  onChoose: (reply: string) => void;
}

/** Suggested replies; a tap puts one into the message field. */
export function ReplyList({ text, language, onChoose }: ReplyListProps) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t('assistant.replies.list')} className="space-y-2">
      {suggestedReplies(text).map((reply, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: replies are added at the end alone.
        <li key={i}>
          <button
            type="button"
            onClick={() => onChoose(reply)}
            className="flex min-h-11 w-full items-start gap-3 rounded-card border border-line-strong/60 px-4 py-3 text-start hover:bg-sunken"
          >
            <span
              lang={language}
              dir={textDirection(language)}
              className="wrap-anywhere min-w-0 flex-1 text-start"
            >
              {reply}
            </span>
            <CornerDownLeft aria-hidden="true" className="mt-1 size-4 shrink-0 flip-rtl text-ink-soft" />
            <span className="sr-only"> {t('assistant.replies.use')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
