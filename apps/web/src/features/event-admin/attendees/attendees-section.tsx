import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/shared/format/format-date.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { CredentialDialog } from '../accounts/credential-form.tsx';
import { Section } from '../components/section.tsx';
import { type AttendeeList, attendeesQuery, removeAttendees } from './attendees.ts';
import { AttendeesUpload } from './attendees-upload.tsx';

/** The list of attendees, by which ids of badges find their people (docs/adr/0084). */
export function AttendeesSection() {
  const { t } = useTranslation();
  const query = useQuery(attendeesQuery(useQueryClient()));
  return (
    <Section id="attendees" title={t('organiser.attendees.title')} text={t('organiser.attendees.text')}>
      <QueryView
        query={query}
        loadingText={t('common.loading')}
        skeleton={<Skeleton className="h-32" />}
        isEmpty={() => false}
        empty={null}
      >
        {({ list }) => (
          <div className="grid gap-4">
            {list ? <Present list={list} /> : <p className="text-sm">{t('organiser.attendees.none')}</p>}
            <AttendeesUpload replaces={list !== null} />
            {list && <RemoveList />}
          </div>
        )}
      </QueryView>
    </Section>
  );
}

function Present({ list: { count, uploadedAt } }: { list: AttendeeList }) {
  const { t, i18n } = useTranslation();
  return (
    <p>
      <span className="block font-semibold text-xl tabular-nums">
        {t('organiser.attendees.count', { count })}
      </span>
      <time dateTime={uploadedAt} className="block text-ink-soft text-sm">
        {t('organiser.attendees.since', { date: formatDateTime(uploadedAt, i18n.language) })}
      </time>
    </p>
  );
}

function RemoveList() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return (
    <div className="border-t pt-4">
      <CredentialDialog
        trigger={<Button variant="secondary">{t('organiser.attendees.remove')}</Button>}
        title={t('organiser.attendees.remove')}
        text={t('organiser.attendees.removeText')}
        inputs={[]}
        submit={t('organiser.attendees.remove')}
        danger
        onSubmit={async () => {
          await removeAttendees(queryClient);
          toast.success(t('organiser.attendees.removed'));
        }}
      />
    </div>
  );
}
