import { LANGUAGE_TAGS, textDirection } from '@dragoman/domain/languages';
import { useTranslation } from 'react-i18next';
import { providerName } from '@/entities/translation/provider-name.ts';
import { Alert } from '@/shared/ui/status/alert.tsx';
import type { TestTranslationResult } from '../api/test-translation.ts';

/** The visitor's translation, its provider, and the terms it contained. */
export function TestTranslationAnswer({
  result: { trial, found, outcome },
}: {
  result: TestTranslationResult;
}) {
  const { t } = useTranslation();
  return (
    <div className="mt-4 grid gap-3">
      {outcome.kind === 'translated' ? (
        <div className="rounded-card bg-translated px-3 py-2.5 text-translated-ink">
          <p className="text-xs">{t('terms.reads')}</p>
          <p
            lang={LANGUAGE_TAGS[trial.target]}
            dir={textDirection(trial.target)}
            className="wrap-anywhere whitespace-pre-wrap text-start"
          >
            {outcome.text}
          </p>
          <Provider name={outcome.engine} />
        </div>
      ) : (
        <Alert tone="danger">
          {outcome.reason === 'limited' ? t('chat.reader.limited') : t(`terms.trialFailed.${outcome.reason}`)}
        </Alert>
      )}
      {found.length === 0 ? (
        <p className="text-ink-soft text-sm">{t('terms.noneMatched')}</p>
      ) : (
        <div className="text-sm">
          <p className="font-semibold">{t('terms.matched', { count: found.length })}</p>
          <ul className="mt-1 grid gap-1">
            {found.map(({ written, rendering }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one sentence may have a term twice, and the list is never rearranged
              <li key={index} className="flex flex-wrap gap-x-2">
                <bdi className="text-ink-soft">{written}</bdi>
                <span aria-hidden="true" className="flip-rtl text-ink-soft">
                  →
                </span>
                <bdi className="font-semibold">{rendering}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Provider({ name }: { name: string }) {
  const { t } = useTranslation();
  const special = {
    phrasebook: t('terms.byPhrasebook'),
    glossary: t('terms.byGlossary'),
    none: t('terms.byNobody'),
    'openai-compatible': t('terms.byModel'),
  }[name];
  return <p className="mt-1 text-xs">{special ?? t('terms.byEngine', { engine: providerName(name) })}</p>;
}
