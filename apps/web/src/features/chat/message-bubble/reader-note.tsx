import { Languages, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ChatMessage } from '../model/chat-message.ts';
import type { ReaderState } from '../translation/reader-desk.ts';
import type { BubbleActions } from './use-bubble-actions.ts';

interface ReaderNoteProps {
  message: ChatMessage;
  state: ReaderState;
  actions: BubbleActions;
}

const note = '-mb-2.5 flex flex-wrap items-center gap-x-2 text-ink-soft text-xs';

/** A quiet line under a message that its reader cannot read yet: that it is being translated, or that it was not, and what to do. */
export function ReaderNote({ message, state, actions }: ReaderNoteProps) {
  const { t } = useTranslation();
  switch (state.kind) {
    case 'translating':
      return (
        <p data-translation className="mt-1 animate-pulse-soft text-ink-soft text-xs">
          {t('chat.translating')}
        </p>
      );
    case 'none':
      return (
        <p data-translation className="mt-1 text-ink-soft text-xs">
          {t('chat.notTranslated')}
        </p>
      );
    case 'offered':
      return (
        <p data-translation className={note}>
          {t('chat.notTranslated')}
          <button
            type="button"
            onClick={() => actions.translateHere(message)}
            className="inline-flex min-h-11 items-center gap-1 font-semibold text-primary"
          >
            <Languages aria-hidden="true" className="size-3.5" />
            {t('chat.reader.translateHere')}
          </button>
        </p>
      );
    case 'failed':
    case 'limited':
      return (
        <p data-translation className={note}>
          {t(state.kind === 'limited' ? 'chat.reader.limited' : 'chat.notTranslated')}
          <button
            type="button"
            onClick={() => actions.readAgain(message)}
            className="inline-flex min-h-11 items-center gap-1 font-semibold text-primary"
          >
            <RotateCw aria-hidden="true" className="size-3.5" />
            {t('chat.translateAgain')}
          </button>
        </p>
      );
  }
}
