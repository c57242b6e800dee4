import { Languages, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRememberedFlag } from './use-remembered-flag.ts';

/** One line that explains translation in the first chat on this device. */
export function TranslationHint({ own, other }: { own: string; other: string }) {
  const { t } = useTranslation();
  const [seen, setSeen] = useRememberedFlag('dragoman-translation-hint-seen', false);
  if (seen) return null;
  return (
    <div className="mx-3 mb-2 flex items-start gap-2.5 rounded-card bg-translated ps-3 text-sm text-translated-ink [@media(max-height:30rem)]:hidden">
      <Languages aria-hidden="true" className="mt-3 size-4.5 shrink-0" />
      <p className="min-w-0 flex-1 py-2.5">{t('chat.hint', { own, other })}</p>
      <button
        type="button"
        aria-label={t('chat.hintClose')}
        onClick={() => setSeen(true)}
        className="grid size-11 shrink-0 place-items-center rounded-control"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  );
}
