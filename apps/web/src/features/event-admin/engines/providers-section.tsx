import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import {
  type ProviderGroup,
  type ProviderState,
  type ProviderTest,
  providersQuery,
  sendAdminAction,
} from '../api/dashboard.ts';
import { EventAdminApiError, isSignedOut } from '../api/event-admin-api.ts';
import { Command } from '../components/closed-notice.tsx';
import { Section } from '../components/section.tsx';

/** Providers in the order in which they are asked, and how they are doing. */
export function ProvidersSection() {
  const { t } = useTranslation();
  const query = useQuery(providersQuery(useQueryClient()));
  return (
    <Section id="engines" title={t('organiser.engines.title')} text={t('organiser.engines.text')}>
      <QueryView
        query={query}
        loadingText={t('organiser.engines.loading')}
        skeleton={<Skeleton className="h-48" />}
        isEmpty={() => false}
        empty={null}
      >
        {({ groups }) => (
          <div className="grid gap-5">
            {groups.map((group) => (
              <Group key={group.kind} group={group} />
            ))}
          </div>
        )}
      </QueryView>
    </Section>
  );
}

const KNOWN_KINDS = ['translation', 'speech', 'reading', 'assistant'] as const;

/** The one provider that is called by what it is; others by their model and host. */
const BUILT_IN = 'built-in';

/** The settings that the operator's guide names first for such a provider. */
const SET_UP = {
  translation: 'LIBRETRANSLATE_URL=… npm start',
  speech: 'STT_OPENAI_URL=… STT_OPENAI_MODEL=… npm start',
  reading: 'READER_ENABLED=true npm start',
  assistant: 'ASSISTANT_OPENAI_URL=… ASSISTANT_OPENAI_MODEL=… npm start',
} as const satisfies Record<(typeof KNOWN_KINDS)[number], string>;

function Group({ group: { kind, engines: providers, advice } }: { group: ProviderGroup }) {
  const { t } = useTranslation();
  const known = KNOWN_KINDS.find((one) => one === kind) ?? 'other';
  const missing = known !== 'other' && providers.length === 0 ? known : null;
  return (
    <div>
      <h3 className="mb-2 font-semibold text-sm">{t(`organiser.engines.kinds.${known}`)}</h3>
      <ol className="divide-y rounded-control border">
        {kind === 'translation' && <Phrasebook />}
        {providers.map((provider) => (
          <Provider key={provider.engine} kind={kind} engine={provider} />
        ))}
        {missing && (
          <li className="px-3.5 py-3 text-ink-soft text-sm">
            <p>{t(`organiser.engines.missing.${missing}`)}</p>
            <Command>{SET_UP[missing]}</Command>
          </li>
        )}
      </ol>
      {advice && kind === 'reading' && (
        <div className="mt-2 text-ink-soft text-sm">
          <p>{t('organiser.engines.advice')}</p>
          <Command>npm run reader:install</Command>
        </div>
      )}
    </div>
  );
}

function Phrasebook() {
  const { t } = useTranslation();
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold text-sm">{t('organiser.engines.phrasebook')}</p>
        <p className="text-ink-soft text-xs">{t('organiser.engines.phrasebookText')}</p>
      </div>
      <Badge tone="success">{t('organiser.engines.working')}</Badge>
    </li>
  );
}

function Provider({ kind, engine: provider }: { kind: string; engine: ProviderState }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<ProviderTest | null>(null);
  const [waitSeconds, setWaitSeconds] = useState(0);
  const { failureText, remedyText } = useFailureTexts();
  const description = provider.engine === BUILT_IN ? t('organiser.engines.builtIn') : provider.description;

  async function test() {
    setBusy(true);
    setResult(null);
    setWaitSeconds(0);
    try {
      const body = { kind, engine: provider.engine };
      setResult(
        await sendAdminAction<ProviderTest>(queryClient, '/engines/test', { method: 'POST', body }, [
          'engines',
        ]),
      );
    } catch (error) {
      if (error instanceof EventAdminApiError && error.code === 'too_many_tests') {
        setWaitSeconds(error.retryAfterSeconds ?? 1);
        return;
      }
      if (isSignedOut(error)) return;
      toast.error(t('common.error'), { description: t('organiser.engines.testFailed') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className="px-3.5 py-2.5">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 basis-52">
          {provider.engine === BUILT_IN ? (
            <p className="font-semibold text-sm">{description}</p>
          ) : (
            <p dir="ltr" className="wrap-anywhere page-aligned font-semibold text-sm">
              {description}
            </p>
          )}
          {provider.lastFailure && !result && (
            <p className="text-danger text-xs">{failureText(provider.lastFailure)}</p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StateBadge engine={provider} />
          <Button
            variant="secondary"
            busy={busy}
            aria-label={t('organiser.engines.testOf', { engine: description })}
            onClick={() => void test()}
          >
            {t(busy ? 'organiser.engines.testing' : 'organiser.engines.test')}
          </Button>
        </div>
      </div>
      <div role="status" className="text-sm">
        {result?.ok && (
          <p className="pt-1 text-ink-soft">
            {t('organiser.engines.answered', { count: result.milliseconds })}{' '}
            <bdi className="wrap-anywhere text-ink">{result.answer}</bdi>
          </p>
        )}
        {result && !result.ok && (
          <p className="pt-1 text-danger">
            {failureText(result.failure)} {remedyText(result.failure)}
          </p>
        )}
        {waitSeconds > 0 && (
          <p className="pt-1 text-ink-soft">{t('organiser.engines.limited', { count: waitSeconds })}</p>
        )}
      </div>
    </li>
  );
}

function StateBadge({ engine: { state, pausedUntil } }: { engine: ProviderState }) {
  const { t, i18n } = useTranslation();
  if (state === 'working') return <Badge tone="success">{t('organiser.engines.working')}</Badge>;
  if (state === 'failing' || pausedUntil === null) {
    return <Badge tone="accent">{t('organiser.engines.failing')}</Badge>;
  }
  const time = new Intl.DateTimeFormat(intlLocale(i18n.language), { timeStyle: 'medium' }).format(
    pausedUntil,
  );
  return <Badge tone="accent">{t('organiser.engines.paused', { time })}</Badge>;
}

const FAILURES = [
  'refused',
  'rate-limited',
  'quota',
  'unavailable',
  'network',
  'timeout',
  'bad-request',
  'bad-answer',
  'busy',
  'not-ready',
] as const;

/** Texts of a provider's failure and its remedy; an unknown failure is shown by its name. */
function useFailureTexts(): { failureText(failure: string): string; remedyText(failure: string): string } {
  const { t } = useTranslation();
  const known = (failure: string) => FAILURES.find((one) => one === failure);
  return {
    failureText(failure) {
      const name = known(failure);
      return name ? t(`organiser.engines.failures.${name}`) : failure;
    },
    remedyText(failure) {
      const name = known(failure);
      return name ? t(`organiser.engines.remedies.${name}`) : '';
    },
  };
}
