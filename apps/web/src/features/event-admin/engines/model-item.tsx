import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { sendAdminAction } from '../api/dashboard.ts';
import { isSignedOut } from '../api/event-admin-api.ts';
import {
  arrivedShare,
  type InstalledModel,
  knownFailure,
  knownSpeechModel,
  languagePair,
  megabytes,
} from './installed-models.ts';
import { ModelSwitch } from './model-switch.tsx';

/** One model: its name, its progress, and the next step after a failed installation. */
export function ModelItem({ model }: { model: InstalledModel }) {
  const { t, i18n } = useTranslation();
  const locale = intlLocale(i18n.language);
  const title = useModelTitle(model);
  const speechModel = knownSpeechModel(model.id);
  return (
    <li className="px-3.5 py-2.5">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="wrap-anywhere font-semibold text-sm">
            <bdi>{title}</bdi>
          </h3>
          <p className="flex flex-wrap gap-x-3 text-ink-soft text-xs">
            <span>{t('organiser.models.version', { version: model.version })}</span>
            <bdi>{megabytes(model.totalBytes, locale)}</bdi>
            <a
              href={model.licence.url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('organiser.models.licenceOf', { licence: model.licence.name, model: title })}
              className="relative underline decoration-current/50 underline-offset-2 after:absolute after:-inset-x-2 after:-inset-y-3.5 hover:text-ink hover:decoration-current"
            >
              <bdi>{model.licence.name}</bdi>
            </a>
          </p>
        </div>
        <StateBadge model={model} />
      </div>
      {model.optional && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-1">
          {speechModel && (
            <p className="min-w-0 max-w-2xl flex-1 basis-36 text-pretty text-sm">
              {t(`organiser.speech.about.${speechModel}`)}
            </p>
          )}
          <div className="ms-auto">
            <ModelSwitch model={model} />
          </div>
        </div>
      )}
      {model.state === 'downloading' && <Progress model={model} title={title} />}
      {model.state === 'failed' && <Failure model={model} title={title} />}
    </li>
  );
}

/** In the reader's language for a pair of languages; other models have names of their own. */
function useModelTitle({ id, title }: InstalledModel): string {
  const { t, i18n } = useTranslation();
  const pair = languagePair(id);
  if (!pair) return title;
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' });
  return t('organiser.models.pair', { from: names.of(pair.from), to: names.of(pair.to) });
}

function StateBadge({ model }: { model: InstalledModel }) {
  const { t, i18n } = useTranslation();
  switch (model.state) {
    case 'ready':
      return <Badge tone="success">{t('organiser.models.states.ready')}</Badge>;
    case 'failed':
      return <Badge tone="accent">{t('organiser.models.states.failed')}</Badge>;
    case 'downloading': {
      const share = arrivedShare(model.bytes, model.totalBytes);
      const percent = new Intl.NumberFormat(intlLocale(i18n.language), { style: 'percent' }).format(share);
      return (
        <Badge tone="primary" className="tabular-nums">
          {t('organiser.models.states.downloading', { percent })}
        </Badge>
      );
    }
    case 'off':
      return <Badge>{t('organiser.models.states.off')}</Badge>;
    case 'waiting':
      return <Badge>{t('organiser.models.states.waiting')}</Badge>;
    default:
      return <Badge>{t('organiser.models.states.missing')}</Badge>;
  }
}

function Progress({ model, title }: { model: InstalledModel & { state: 'downloading' }; title: string }) {
  const { t, i18n } = useTranslation();
  const locale = intlLocale(i18n.language);
  const share = arrivedShare(model.bytes, model.totalBytes);
  return (
    <div className="pt-1 pb-1.5">
      <div
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full bg-primary transition-[inline-size] duration-200 ease-out"
          style={{ inlineSize: `${share * 100}%` }}
        />
      </div>
      <p className="mt-1 text-ink-soft text-xs tabular-nums">
        {t('organiser.models.arrived', {
          arrived: megabytes(model.bytes, locale),
          total: megabytes(model.totalBytes, locale),
        })}
      </p>
    </div>
  );
}

function Failure({ model, title }: { model: InstalledModel & { state: 'failed' }; title: string }) {
  const { t, i18n } = useTranslation();
  const locale = intlLocale(i18n.language);
  const failure = knownFailure(model.failure);
  const time =
    typeof model.retryAt === 'number' &&
    new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(model.retryAt);
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2 py-1 text-sm">
      <div className="min-w-0 max-w-2xl flex-1 basis-52 text-pretty">
        <p className="text-danger">{failure ? t(`organiser.models.failures.${failure}`) : model.failure}</p>
        {failure && (
          <p className="text-ink-soft">
            {t(`organiser.models.remedies.${failure}`, { size: megabytes(model.totalBytes, locale) })}
          </p>
        )}
        {time && <p className="text-ink-soft">{t('organiser.models.nextTry', { time })}</p>}
      </div>
      <div className="ms-auto">
        <RetryButton id={model.id} title={title} />
      </div>
    </div>
  );
}

function RetryButton({ id, title }: { id: string; title: string }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function retry() {
    setBusy(true);
    try {
      await sendAdminAction(queryClient, '/models/retry', { method: 'POST', body: { id } }, ['models']);
    } catch (error) {
      if (isSignedOut(error)) return;
      toast.error(t('common.error'), { description: t('organiser.models.retryFailed') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      variant="secondary"
      busy={busy}
      aria-label={t('organiser.models.retryOf', { model: title })}
      onClick={() => void retry()}
    >
      {t('common.tryAgain')}
    </Button>
  );
}
