import { type AnswerSource, citedNumbers } from '@dragoman/domain/knowledge-base/knowledge-base-answer';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';

interface CitedSourcesProps {
  /** The text of the answer. */
  text: string;
  /** All that it may cite. */
  sources: readonly AnswerSource[];
}

/**
 * The places that an answer cites, each with its words: whether it was rightly understood is for
 * its viewer to see.
 */
export function CitedSources({ text, sources }: CitedSourcesProps) {
  const { t } = useTranslation();
  const cited = citedNumbers(text, sources.length).flatMap((number) => {
    const source = sources[number - 1];
    return source ? [{ number, ...source }] : [];
  });
  if (cited.length === 0) return null;
  return (
    <section aria-label={t('assistant.ask.sources')} className="space-y-2">
      <h3 className="font-semibold text-sm">{t('assistant.ask.sources')}</h3>
      {cited.map(({ number, title, page, content }) => (
        <details key={number} className="group rounded-card border text-sm">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 py-2 [&::-webkit-details-marker]:hidden">
            <span className="text-ink-soft tabular-nums">[{number}]</span>
            <span className="wrap-anywhere min-w-0 flex-1">
              <bdi className="font-semibold">{title}</bdi>
              {page !== null && <span className="text-ink-soft"> · {t('assistant.ask.page', { page })}</span>}
            </span>
            <ChevronDown
              aria-hidden="true"
              className="size-4 shrink-0 text-ink-soft transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <blockquote
            dir="auto"
            className="wrap-anywhere max-h-60 overflow-y-auto whitespace-pre-wrap border-t px-4 py-3 text-start text-ink-soft"
          >
            {content}
          </blockquote>
        </details>
      ))}
    </section>
  );
}
