import { type Language, textDirection } from '@dragoman/domain/languages';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../sync/failure-text.ts';
import { providerText } from '../translation/provider-text.ts';
import type { Preview } from './use-preview.ts';

interface TranslationPreviewProps {
  preview: Preview;
  target: Language;
  /** The recipient's name; null before a visitor has joined. */
  readerName: string | null;
  onClose: () => void;
}

/** Shows the translation for the other person before sending. */
export function TranslationPreview({ preview, target, readerName, onClose }: TranslationPreviewProps) {
  const { t } = useTranslation();
  return (
    <div className="mb-1.5 flex animate-fade items-start rounded-card bg-translated ps-3 text-translated-ink">
      {/* Read aloud when the translation comes. */}
      <div role="status" className="min-w-0 flex-1 py-2">
        <p className="text-xs">
          {readerName ? t('chat.preview.title', { name: readerName }) : t('chat.preview.titleNobody')}
        </p>
        <PreviewText preview={preview} target={target} />
      </div>
      <button
        type="button"
        aria-label={t('chat.preview.close')}
        onClick={onClose}
        className="grid size-11 shrink-0 place-items-center rounded-control"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  );
}

function PreviewText({
  preview: { text, outcome },
  target,
}: Pick<TranslationPreviewProps, 'preview' | 'target'>) {
  const { t } = useTranslation();
  if (!outcome) return <p className="animate-pulse-soft">{t('chat.translating')}</p>;
  if (outcome.kind === 'unreachable') return <p>{t('chat.translationError')}</p>;
  if (outcome.kind === 'failed') return <p>{failureText(t, outcome.failure)}</p>;
  const isAsWritten = outcome.text.trim() === text;
  return (
    <>
      <p
        dir={isAsWritten ? 'auto' : textDirection(target)}
        lang={isAsWritten ? undefined : target}
        className="max-h-32 overflow-y-auto whitespace-pre-wrap text-start [overflow-wrap:anywhere]"
      >
        {outcome.text}
      </p>
      <p className="mt-0.5 text-xs">
        {isAsWritten ? t('chat.preview.asWritten') : providerText(t, outcome.engine)}
      </p>
    </>
  );
}
