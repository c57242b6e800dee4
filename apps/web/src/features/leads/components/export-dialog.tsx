import { CONTACT_FIELDS } from '@dragoman/domain/cards/scanned-card';
import { safeFileName } from '@dragoman/domain/file-name';
import { LEAD_STATUSES } from '@dragoman/domain/leads/lead';
import { useQueryClient } from '@tanstack/react-query';
import { ContactRound, FileSpreadsheet, Sheet } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoothId } from '@/entities/booth/my-booth.ts';
import type { LeadExportFormat, LeadExportScope, Profile } from '@/shared/api/database-types.ts';
import { useReachability } from '@/shared/api/reachability.ts';
import { downloadFile } from '@/shared/browser/download-file.ts';
import { formatDateTime } from '@/shared/format/format-date.ts';
import { localDay } from '@/shared/format/local-day.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { useQueue, useQueueState } from '@/shared/offline/define-queue.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { useExportedUntil, useExportLeads, useLeadExports } from '../api/export-leads.ts';
import { leadQueue } from '../api/lead-queue.ts';
import { useQuestionnaire } from '../api/questionnaire.ts';
import { FILE_ENDINGS, type LeadLabels, leadFile } from '../model/lead-files.ts';
import { isNarrowed, type LeadFilters } from '../model/lead-filters.ts';
import { leadsOnDevice } from './use-lead-list.ts';

const FORMATS = [
  { format: 'xlsx', icon: FileSpreadsheet },
  { format: 'csv', icon: Sheet },
  { format: 'vcard', icon: ContactRound },
] as const;

interface ExportDialogProps {
  me: Profile;
  filters: LeadFilters;
  /** The number of people that the list has found. */
  found: number;
  onClose: () => void;
}

/** Selects the leads and the format to export, and shows earlier exports. */
export function ExportDialog({ me, filters, found, onClose }: ExportDialogProps) {
  const { t } = useTranslation();
  const ownerId = useBoothId(me);
  const since = useExportedUntil(ownerId).data ?? null;
  const questionnaire = useQuestionnaire(ownerId, me.role === 'vendor');
  const [scope, setScope] = useState<LeadExportScope>(isNarrowed(filters) ? 'found' : 'all');
  const exporting = useExportLeads(me.id, ownerId);
  const labels = useLeadLabels();
  const online = useReachability() === 'online';
  const queryClient = useQueryClient();
  const pending = useQueueState(useQueue(leadQueue, me.id));
  const onDevice = useMemo(
    () => (online ? null : leadsOnDevice(queryClient, ownerId, filters, since, pending)),
    [online, queryClient, ownerId, filters, since, pending],
  );
  const scopes: [LeadExportScope, string][] = [
    ['all', t('leads.scopeAll')],
    ...(since ? [['new', t('leads.scopeNew')] as [LeadExportScope, string]] : []),
    ...(isNarrowed(filters)
      ? [['found', t('leads.scopeFound', { count: found })] as [LeadExportScope, string]]
      : []),
  ];

  const download = useSingleRun(async (format: LeadExportFormat) => {
    const questions = questionnaire.data?.questions ?? [];
    try {
      const exported = await exporting.mutateAsync({
        format,
        scope,
        filters,
        since,
        onDevice,
        write: (pages) => leadFile(format, pages, questions, labels),
      });
      if (!exported) {
        toast(t('leads.nobodyNew'));
        return;
      }
      const name = safeFileName(`${t('leads.title')} ${localDay()}`, 'leads');
      downloadFile(`${name}.${FILE_ENDINGS[format]}`, exported.file);
      toast.success(
        t('leads.exported', { count: exported.people }),
        exported.waits ? { description: t('yourData.recordWaits') } : {},
      );
    } catch {
      toast.error(t('common.error'), { description: t('leads.exportFailed') });
    }
  });

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('leads.exportTitle')}
        description={t('leads.exportText')}
        className="sm:max-w-lg"
      >
        <div className="grid gap-5">
          {onDevice ? (
            <p role="status" className="text-pretty text-ink-soft text-sm">
              {t('leads.exportOffline', { count: onDevice.length })}
            </p>
          ) : (
            <fieldset className="grid gap-1">
              <legend className="mb-1 font-semibold text-sm">{t('leads.whom')}</legend>
              {scopes.map(([value, label]) => (
                <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
                  <input
                    type="radio"
                    name="scope"
                    className="size-5 shrink-0 accent-primary"
                    checked={scope === value}
                    onChange={() => setScope(value)}
                  />
                  {label}
                </label>
              ))}
            </fieldset>
          )}
          <div className="grid gap-2 sm:grid-cols-3">
            {FORMATS.map(({ format, icon: Icon }) => (
              <Button
                key={format}
                variant={format === 'xlsx' ? 'primary' : 'secondary'}
                busy={exporting.isPending && exporting.variables.format === format}
                disabled={exporting.isPending || onDevice?.length === 0 || questionnaire.isLoading}
                onClick={() => void download(format)}
              >
                <Icon aria-hidden="true" className="size-4.5" />
                {t(`leads.formats.${format}`)}
              </Button>
            ))}
          </div>
          <ExportHistory ownerId={ownerId} />
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** The history of lead exports: the user, the leads and the time. The record is immutable. */
function ExportHistory({ ownerId }: { ownerId: string }) {
  const { t, i18n } = useTranslation();
  const exports = useLeadExports(ownerId).data ?? [];
  if (exports.length === 0) return null;
  return (
    <section aria-labelledby="export-record" className="border-t pt-4">
      <h3 id="export-record" className="font-semibold text-sm">
        {t('leads.record')}
      </h3>
      <ul className="mt-1 max-h-52 overflow-y-auto text-sm">
        {exports.map((line) => (
          <li key={line.id} className="border-t py-2 first:border-t-0">
            <p>
              {t(`leads.formats.${line.format}`)} · {t(`leads.scopes.${line.scope}`)} ·{' '}
              {t('contacts.all', { count: line.people })}
            </p>
            <p className="text-ink-soft text-xs">
              {formatDateTime(line.exported_at ?? line.created_at, i18n.language)}
              {line.exported_by_name && (
                <>
                  {' · '}
                  <bdi>{line.exported_by_name}</bdi>
                </>
              )}
            </p>
            {line.exported_at && (
              <p className="text-ink-soft text-xs">
                {t('yourData.recordedLater', { time: formatDateTime(line.created_at, i18n.language) })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** @returns the words of a file, in the interface's language. */
function useLeadLabels(): LeadLabels {
  const { t, i18n } = useTranslation();
  const fields = CONTACT_FIELDS.map((field) => [field, t(`profileForm.${field}`)]);
  const statuses = LEAD_STATUSES.map((status) => [status, t(`leads.statuses.${status}`)]);
  return {
    fields: Object.fromEntries(fields) as LeadLabels['fields'],
    statuses: Object.fromEntries(statuses) as LeadLabels['statuses'],
    status: t('leads.status'),
    rating: t('leads.rating'),
    tags: t('leads.tags'),
    note: t('leads.note'),
    followUp: t('leads.followUp'),
    met: t('leads.met'),
    yes: t('leads.yes'),
    no: t('leads.no'),
    someone: t('chat.someone'),
    rightToLeft: i18n.dir() === 'rtl',
  };
}
