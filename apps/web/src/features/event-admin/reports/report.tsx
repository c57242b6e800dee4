import { LANGUAGE_TAGS } from '@dragoman/domain/languages';
import { useTranslation } from 'react-i18next';
import { providerName } from '@/entities/translation/provider-name.ts';
import { formatDateTime } from '@/shared/format/format-date.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { useAdminAction } from '../components/use-admin-action.ts';
import { ReportNote } from './report-note.tsx';
import type { ReportedMessage, ReportPerson, UserReport } from './reports.ts';

/** One report, as an item of a list. */
export function Report({ report }: { report: UserReport }) {
  const { t, i18n } = useTranslation();
  const { run, busy } = useAdminAction(['reports']);
  const isOpen = report.status === 'open';
  return (
    <li className="rounded-control border bg-paper p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{t(`organiser.reports.reasons.${report.reason}`)}</h3>
        <time dateTime={report.created_at} className="text-ink-soft text-xs">
          {formatDateTime(report.created_at, i18n.language)}
        </time>
        {report.other_reports > 0 && (
          <Badge tone="accent">{t('organiser.reports.others', { count: report.other_reports })}</Badge>
        )}
      </div>
      <dl className="mt-2 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        <Person label={t('organiser.reports.about')} person={report.reported} />
        <Person label={t('organiser.reports.by')} person={report.reporter} />
      </dl>
      {report.details && (
        <p dir="auto" className="wrap-anywhere mt-3 whitespace-pre-wrap text-sm">
          {report.details}
        </p>
      )}
      {report.messages.length > 0 && (
        <ul className="mt-3 grid gap-2">
          {report.messages.map((message) => (
            <Message key={message.id} message={message} report={report} />
          ))}
        </ul>
      )}
      <ReportNote report={report} />
      <Button
        variant="secondary"
        className="mt-3"
        busy={busy}
        onClick={() => void run(`/reports/${report.id}`, { method: 'PUT', body: { closed: isOpen } })}
      >
        {t(isOpen ? 'organiser.reports.close' : 'organiser.reports.reopen')}
      </Button>
    </li>
  );
}

function Person({ label, person }: { label: string; person: ReportPerson | null }) {
  const { t } = useTranslation();
  return (
    <div>
      <dt className="text-ink-soft text-xs">{label}</dt>
      <dd>
        {person ? (
          <bdi className="wrap-anywhere">{[person.name, person.company].filter(Boolean).join(' · ')}</bdi>
        ) : (
          t('organiser.reports.gone')
        )}
      </dd>
    </div>
  );
}

function Message({ message, report }: { message: ReportedMessage; report: UserReport }) {
  const { t, i18n } = useTranslation();
  const sender = [report.reporter, report.reported].find((person) => person?.id === message.sender_id);
  return (
    <li className="rounded-control bg-sunken px-3.5 py-2 text-sm">
      <p className="text-ink-soft text-xs">
        <bdi>{sender?.name ?? t('organiser.reports.gone')}</bdi>{' '}
        <time dateTime={message.created_at}>{formatDateTime(message.created_at, i18n.language)}</time>
      </p>
      {message.said_by && (
        <p className="text-ink-soft text-xs">
          {t(
            message.said_by === 'visitor'
              ? 'organiser.reports.saidByVisitor'
              : 'organiser.reports.saidByVendor',
          )}
        </p>
      )}
      <p
        dir="auto"
        lang={LANGUAGE_TAGS[message.source_language]}
        className="wrap-anywhere whitespace-pre-wrap"
      >
        {message.type === 'text' ? message.content : (message.transcript ?? t('organiser.reports.file'))}
      </p>
      {message.translated_content && (
        <div className="mt-2 border-t pt-2">
          <p className="text-ink-soft text-xs">
            {message.translation_engine
              ? t('organiser.reports.translatedBy', { engine: providerName(message.translation_engine) })
              : t('organiser.reports.unverified')}
          </p>
          <p
            dir="auto"
            lang={message.target_language ? LANGUAGE_TAGS[message.target_language] : undefined}
            className="wrap-anywhere whitespace-pre-wrap"
          >
            {message.translated_content}
          </p>
        </div>
      )}
    </li>
  );
}
