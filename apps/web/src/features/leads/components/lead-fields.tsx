import { LEAD_LIMITS, LEAD_STATUSES, type LeadContent, type LeadStatus } from '@dragoman/domain/leads/lead';
import { characterCount } from '@dragoman/domain/text';
import { useTranslation } from 'react-i18next';
import { useBoothId } from '@/entities/booth/my-booth.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { localDay } from '@/shared/format/local-day.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field } from '@/shared/ui/form/field.tsx';
import { Input } from '@/shared/ui/form/input.tsx';
import { Select } from '@/shared/ui/form/select.tsx';
import { TextArea } from '@/shared/ui/form/text-area.tsx';
import { useLeadTags } from '../api/get-leads.ts';
import { RatingField } from './rating-field.tsx';
import { TagField } from './tag-field.tsx';

interface LeadFieldsProps {
  me: Profile;
  content: LeadContent;
  onChange: (values: Partial<LeadContent>) => void;
}

/** The fields of both roles: rating, status, tags, note, and follow-up. */
export function LeadFields({ me, content, onChange }: LeadFieldsProps) {
  const { t } = useTranslation();
  const tags = useLeadTags(useBoothId(me)).data ?? [];
  const note = content.note ?? '';
  const tooLong = characterCount(note) > LEAD_LIMITS.note;
  return (
    <>
      <RatingField value={content.rating} onChange={(rating) => onChange({ rating })} />
      <Field
        label={t('leads.note')}
        hint={t('cardBox.noteHint')}
        error={tooLong ? t('leads.noteLong') : undefined}
      >
        {(control) => (
          <TextArea
            rows={4}
            className="min-h-28"
            value={note}
            onChange={(event) => onChange({ note: event.target.value || null })}
            {...control}
          />
        )}
      </Field>
      <TagField tags={content.tags} known={tags} onChange={(changed) => onChange({ tags: changed })} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {me.role === 'vendor' && (
          <Field label={t('leads.status')}>
            {(control) => (
              <Select
                value={content.status}
                onChange={(event) => onChange({ status: event.target.value as LeadStatus })}
                {...control}
              >
                {LEAD_STATUSES.map((status) => (
                  <option key={status} value={status}>
                    {t(`leads.statuses.${status}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label={me.role === 'vendor' ? t('leads.followUp') : t('leads.reminder')}>
          {(control) => (
            <Input
              type="date"
              value={content.follow_up_on ?? ''}
              min="2000-01-01"
              max="2999-12-31"
              onChange={(event) => onChange({ follow_up_on: event.target.value || null })}
              {...control}
            />
          )}
        </Field>
      </div>
      <div className="-mt-3 flex flex-wrap gap-2">
        {([1, 7] as const).map((days) => (
          <Button
            key={days}
            variant="secondary"
            aria-pressed={content.follow_up_on === localDay(days)}
            onClick={() => onChange({ follow_up_on: localDay(days) })}
          >
            {days === 1 ? t('leads.tomorrow') : t('leads.inAWeek')}
          </Button>
        ))}
        {content.follow_up_on && (
          <Button variant="ghost" onClick={() => onChange({ follow_up_on: null })}>
            {t('leads.noFollowUp')}
          </Button>
        )}
      </div>
    </>
  );
}
