import { CONTACT_FIELDS } from '@dragoman/domain/cards/scanned-card';
import { LEAD_STATUSES } from '@dragoman/domain/leads/lead';
import { useTranslation } from 'react-i18next';
import type { LeadLabels } from '../model/lead-files.ts';

/** @returns the words of a file, in the interface's language. */
export function useLeadLabels(): LeadLabels {
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
