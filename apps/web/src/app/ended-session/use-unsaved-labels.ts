import { useTranslation } from 'react-i18next';
import type { UnsavedLabels } from '@/entities/unsaved-work/unsaved-file.ts';
import { formatDateTime } from '@/shared/format/format-date.ts';

/** @returns the words of the file of unsent work, in the language of the interface. */
export function useUnsavedLabels(): UnsavedLabels {
  const { t, i18n } = useTranslation();
  return {
    title: t('sessionEnd.fileTitle'),
    messages: t('sessionEnd.fileMessages'),
    notes: t('leads.notes'),
    scans: t('sessionEnd.fileScans'),
    typed: t('sessionEnd.fileTyped'),
    someone: t('chat.someone'),
    status: t('leads.status'),
    statuses: {
      new: t('leads.statuses.new'),
      contacted: t('leads.statuses.contacted'),
      qualified: t('leads.statuses.qualified'),
      won: t('leads.statuses.won'),
      lost: t('leads.statuses.lost'),
    },
    rating: t('leads.rating'),
    tags: t('leads.tags'),
    followUp: t('leads.followUp'),
    yes: t('leads.yes'),
    no: t('leads.no'),
    time: (iso) => formatDateTime(iso, i18n.language),
  };
}
