import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserRoundCheck, UserRoundX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { type EventSettings, settingsQuery } from '../api/dashboard.ts';
import { ConflictNotice, Section } from '../components/section.tsx';
import { useAdminAction } from '../components/use-admin-action.ts';

/** Switches guests on and off: people who join with a name alone (docs/adr/0025). */
export function GuestsSection() {
  const { t } = useTranslation();
  const query = useQuery(settingsQuery(useQueryClient()));
  return (
    <Section id="guests" title={t('organiser.guests.title')} text={t('organiser.guests.text')}>
      <QueryView
        query={query}
        loadingText={t('common.loading')}
        skeleton={<Skeleton className="h-11 w-48" />}
        isEmpty={() => false}
        empty={null}
      >
        {({ guestsEnabled }) => <GuestsSwitch setting={guestsEnabled} />}
      </QueryView>
    </Section>
  );
}

function GuestsSwitch({ setting }: { setting: EventSettings['guestsEnabled'] }) {
  const { t } = useTranslation();
  const { value: on, revision, possible } = setting;
  const { run, busy, conflict, loadAgain } = useAdminAction(['settings']);
  const Icon = on ? UserRoundCheck : UserRoundX;

  async function turn() {
    const body = { value: !on, seen: revision };
    if (!(await run('/settings/guests', { method: 'PUT', body }))) return;
    toast.success(t(on ? 'organiser.guests.turnedOff' : 'organiser.guests.turnedOn'));
  }

  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <Button
        variant="secondary"
        role="switch"
        aria-checked={on}
        busy={busy}
        onClick={() => void turn()}
        className="max-xs:flex-wrap"
      >
        <Icon aria-hidden="true" className="size-4.5" />
        {t('organiser.guests.label')}
        <span aria-hidden="true" className={on ? 'text-success' : 'text-ink-soft'}>
          {t(on ? 'organiser.guests.on' : 'organiser.guests.off')}
        </span>
      </Button>
      {!possible && <p className="text-sm text-warning">{t('organiser.guests.impossible')}</p>}
      {conflict && <ConflictNotice onLoadAgain={() => void loadAgain()} />}
    </div>
  );
}
