import type { Language } from '@dragoman/domain/languages';
import { Languages, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { languageName } from '@/shared/i18n/language-name.ts';
import { useRememberedFlag } from './use-remembered-flag.ts';

/** One line that explains translation in the first chat on this device. */
export function TranslationHint({ own, other }: { own: Language; other: Language }) {
  const { t, i18n } = useTranslation();
  const [seen, setSeen] = useRememberedFlag('dragoman-translation-hint-seen', false);
  if (seen) return null;
  const nameOf = (language: Language) => languageName(language, i18n.language);
  return (
    <div className="flex items-center gap-2 bg-translated ps-3 pe-1.5 text-translated-ink text-xs [@media(max-height:35rem)]:hidden">
      <Languages aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 py-1.5">{t('chat.hint', { own: nameOf(own), other: nameOf(other) })}</p>
      <button
        type="button"
        aria-label={t('chat.hintClose')}
        onClick={() => setSeen(true)}
        className="relative grid size-8 shrink-0 place-items-center rounded-control after:absolute after:-inset-1.5"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
