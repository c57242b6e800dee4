import { CalendarClock, Clock, Globe, type LucideIcon, MapPin } from 'lucide-react';
import { type ReactNode, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeetingRow } from '@/entities/meeting/meeting.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { MeetingNote } from './meeting-note.tsx';
import { type ShownMeeting, type ShownState, shownMeeting } from './meeting-state.ts';
import {
  clockText,
  dayText,
  deviceZone,
  meetingTime,
  minutesText,
  otherZones,
  timeElsewhere,
  zoneName,
} from './meeting-times.ts';
import { MeetingsContext } from './meetings-context.ts';
import { useCalendarFile, useSettle } from './use-meeting-acts.ts';

const TONES: Partial<Record<ShownState, 'success' | 'accent'>> = { proposed: 'accent', accepted: 'success' };

/** A meeting in the place of the message with which it was proposed. */
export function MeetingCard({ meeting }: { meeting: MeetingRow }) {
  const { t, i18n } = useTranslation();
  const meetings = use(MeetingsContext);
  const otherName = meetings?.otherName ?? t('chat.someone');
  const propose = meetings?.propose ?? null;
  const settle = useSettle(meeting.session_id, otherName);
  const calendar = useCalendarFile();
  const [isAsking, setAsking] = useState(false);
  const zone = deviceZone();
  // A hosted Supabase makes no calendar files.
  const { hosted } = useBackend().config;
  const { state, times, acts } = shownMeeting(meeting, {
    hasFiles: !hosted,
    isOwn: meetings?.isOwn(meeting) ?? false,
    canPropose: propose !== null,
    now: Date.now(),
  });
  const [first] = times;
  const doing = settle.isPending ? settle.variables : null;
  const isDone = !['proposed', 'accepted'].includes(state);

  function perform(act: ShownMeeting['acts'][number]) {
    switch (act) {
      case 'calendar':
      case 'removeFromCalendar':
        return calendar.mutate(meeting.id);
      case 'otherTimes':
        return propose?.(meeting);
      case 'cancel':
        return setAsking(true);
      default:
        return settle.mutate({ meeting_id: meeting.id, act });
    }
  }

  return (
    <section aria-label={t('meetings.title')} className="my-1 flex w-80 max-w-full flex-col gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="flex items-center gap-2 font-semibold text-sm">
          <CalendarClock aria-hidden="true" className="size-4.5 shrink-0 text-primary" />
          {t('meetings.title')}
        </h2>
        <Badge tone={TONES[state] ?? 'neutral'}>{t(`meetings.states.${state}`)}</Badge>
      </div>
      <ul className="flex flex-col gap-2">
        {times.map(({ at, canBeAccepted }) => {
          const others = otherZones(meeting, at, zone);
          return (
            <li key={at} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
              <div className="min-w-0 flex-1 basis-40">
                <p className={cn('font-semibold text-sm', isDone && 'text-ink-soft')}>
                  <bdi>{dayText(at, i18n.language, zone)}</bdi>
                  {' · '}
                  <bdi className="whitespace-nowrap">
                    {clockText(at, meeting.minutes, i18n.language, zone)}
                  </bdi>
                </p>
                {others.map((other) => (
                  <p key={other} className="text-ink-soft text-xs">
                    <bdi>{timeElsewhere(at, meeting.minutes, i18n.language, { other, own: zone })}</bdi>
                    {' · '}
                    <bdi>{zoneName(at, i18n.language, other)}</bdi>
                  </p>
                ))}
              </div>
              {canBeAccepted && (
                <Button
                  aria-label={t('meetings.acceptTime', {
                    time: meetingTime(at, meeting.minutes, i18n.language, zone),
                  })}
                  busy={doing?.act === 'accept' && doing.starts_at === at}
                  disabled={doing !== null}
                  onClick={() =>
                    settle.mutate({ meeting_id: meeting.id, act: 'accept', starts_at: at, time_zone: zone })
                  }
                >
                  {t('meetings.accept')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <div className="flex flex-col gap-1 text-ink-soft text-sm">
        <Detail icon={Clock}>{minutesText(meeting.minutes, i18n.language)}</Detail>
        {first && otherZones(meeting, first.at, zone).length > 0 && (
          <Detail icon={Globe}>
            {t('meetings.zone', { zone: zoneName(first.at, i18n.language, zone) })}
          </Detail>
        )}
        {meeting.place && (
          <Detail icon={MapPin}>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{meeting.place}</bdi>
            </span>
          </Detail>
        )}
      </div>
      {meeting.note && <MeetingNote meeting={meeting} viewer={meetings?.viewer ?? null} />}
      {meetings?.isOutdated && <p className="text-ink-soft text-xs">{t('meetings.outdated')}</p>}
      {acts.length > 0 && (
        <div className="flex flex-wrap gap-2 *:grow">
          {acts.map((act) => (
            <Button
              key={act}
              variant="secondary"
              busy={doing?.act === act || (calendar.isPending && /calendar/i.test(act))}
              disabled={doing !== null}
              onClick={() => perform(act)}
            >
              {t(`meetings.${act}`)}
            </Button>
          ))}
        </div>
      )}
      <Dialog open={isAsking} onOpenChange={setAsking}>
        <DialogContent
          title={t('meetings.cancelTitle')}
          description={t('meetings.cancelText', { name: otherName })}
        >
          <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {t('meetings.keep')}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                setAsking(false);
                settle.mutate({ meeting_id: meeting.id, act: 'cancel' });
              }}
            >
              {t('meetings.cancel')}
            </Button>
          </div>
        </DialogContent>
      </Dialog>
    </section>
  );
}

function Detail({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2">
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
