import { characterCount, isBlank } from '@dragoman/domain/text';
import { FileText, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';

interface ReadFileViewProps {
  name: string;
  /** The text of each page. */
  pages: readonly string[];
  onForget: () => void;
}

/** Enough text to show whether a file was read correctly. */
const PREVIEW_CHARACTERS = 1_500;

/**
 * The text of a file, for a check before it is stored: in some files letters differ from their
 * look.
 */
export function ReadFileView({ name, pages, onForget }: ReadFileViewProps) {
  const { t } = useTranslation();
  const withText = useMemo(() => pages.filter((page) => !isBlank(page)), [pages]);
  const characters = useMemo(() => withText.reduce((sum, page) => sum + characterCount(page), 0), [withText]);
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-3 rounded-control border border-line-strong ps-3">
        <FileText aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
        <p className="min-w-0 flex-1 py-2 text-sm">
          <bdi className="wrap-anywhere block font-semibold">{name}</bdi>
          <span className="text-ink-soft">
            {t('material.pages', { count: pages.length })}
            {' · '}
            {t('material.characters', { count: characters })}
          </span>
        </p>
        <Button variant="ghost" size="icon" aria-label={t('material.forgetFile')} onClick={onForget}>
          <X aria-hidden="true" className="size-5" />
        </Button>
      </div>
      {withText.length < pages.length && (
        <p className="text-ink-soft text-sm">
          {t('material.withoutText', { count: pages.length - withText.length })}
        </p>
      )}
      <p className="text-ink-soft text-sm">{t('material.fileRead')}</p>
      <section
        aria-label={t('material.content')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, for who has no pointer as well.
        tabIndex={0}
        className="wrap-anywhere max-h-40 overflow-y-auto space-y-3 whitespace-pre-wrap rounded-control border bg-sunken p-3 text-sm"
      >
        {beginningOf(withText).map(({ page, text }) => (
          // Pages of one file may be in several languages.
          <p key={page} dir="auto" className="text-start">
            {text}
          </p>
        ))}
      </section>
    </div>
  );
}

/** The beginning of a document, with its page numbers. */
function beginningOf(pages: readonly string[]): { page: number; text: string }[] {
  let left = PREVIEW_CHARACTERS;
  return pages.flatMap((page, i) => {
    if (left <= 0) return [];
    const text = page.length > left ? `${page.slice(0, left)}…` : page;
    left -= page.length;
    return [{ page: i, text }];
  });
}
