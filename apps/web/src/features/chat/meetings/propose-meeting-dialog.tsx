import {
  MEETING_MAX_NOTE,
  MEETING_MAX_PLACE,
  MEETING_MAX_TIMES,
  MEETING_MINUTES,
} from '@dragoman/domain/meetings';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeetingRow } from '@/entities/meeting/meeting.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field, TextField } from '@/shared/ui/form/field.tsx';
import { Select } from '@/shared/ui/form/select.tsx';
import { TextArea } from '@/shared/ui/form/text-area.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { chatKeys } from '../model/chat-keys.ts';
import { useMeetingFaultText } from './meeting-fault.ts';
import { deviceZone, generalZoneName, minutesText } from './meeting-times.ts';
import { checkTimes, firstTime, type TimeDraft, withOneMore } from './proposal-form.ts';
import { TimeFields } from './time-fields.tsx';
import { usePropose } from './use-meeting-acts.ts';

interface ProposeMeetingDialogProps {
  chatId: string;
  otherName: string;
  /** The open proposal whose place the new one takes. */
  replaced: MeetingRow | null;
  onClose: () => void;
}

/** Proposes up to three times of a meeting, in the time zone of the device. */
export function ProposeMeetingDialog({ chatId, otherName, replaced, onClose }: ProposeMeetingDialogProps) {
  const { t, i18n } = useTranslation();
  const supabase = useSupabase();
  const zone = deviceZone();
  const propose = usePropose(chatId, onClose);
  const faultText = useMeetingFaultText(otherName);
  const [times, setTimes] = useState<readonly TimeDraft[]>(() => [firstTime(zone, Date.now())]);
  const [minutes, setMinutes] = useState(replaced?.minutes ?? 30);
  const [written, setWritten] = useState<string | null>(replaced?.place ?? null);
  // What the meeting is about stays so at other times.
  const [note, setNote] = useState(replaced?.note ?? '');
  const [tried, setTried] = useState(false);
  /** The same proposal keeps its id, so that a lost answer makes no second one. */
  const sent = useRef({ id: '', content: '' });
  const usual = useQuery({
    queryKey: chatKeys.meetingPlace(chatId),
    queryFn: async () => (await supabase.rpc('meeting_place', { session_id: chatId }).throwOnError()).data,
    enabled: written === null,
  });
  const place = written ?? usual.data ?? '';
  const checked = checkTimes(times, zone, Date.now());

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const now = checkTimes(times, zone, Date.now());
    const moments = now.flatMap(({ at }) => at ?? []);
    if (moments.length < now.length) return;
    const proposal = {
      session_id: chatId,
      times: moments,
      minutes,
      place: place.trim(),
      note: note.trim(),
      time_zone: zone,
      ...(replaced && { replaces: replaced.id }),
    };
    const content = JSON.stringify(proposal);
    if (sent.current.content !== content) sent.current = { id: newId(), content };
    propose.mutate({ id: sent.current.id, ...proposal });
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t(replaced ? 'meetings.otherTimes' : 'meetings.propose')}
        description={t('meetings.dialogText', { name: otherName })}
      >
        <form onSubmit={submit} noValidate className="grid gap-4">
          <p className="rounded-control bg-sunken px-3 py-2 text-ink-soft text-sm">
            {t('meetings.zone', { zone: generalZoneName(i18n.language, zone) })}
          </p>
          {times.map((draft, index) => (
            <TimeFields
              key={draft.key}
              draft={draft}
              number={index + 1}
              checked={checked[index]}
              tried={tried}
              onChange={(change) =>
                setTimes(times.map((each) => (each.key === draft.key ? { ...each, ...change } : each)))
              }
              onRemove={
                times.length > 1 ? () => setTimes(times.filter(({ key }) => key !== draft.key)) : null
              }
            />
          ))}
          {times.length < MEETING_MAX_TIMES && (
            <Button variant="secondary" onClick={() => setTimes(withOneMore(times, zone, Date.now()))}>
              <Plus aria-hidden="true" className="size-4.5" />
              {t('meetings.addTime')}
            </Button>
          )}
          <div className="grid grid-cols-1 gap-x-2 gap-y-4 sm:grid-cols-2">
            <Field label={t('meetings.length')}>
              {(control) => (
                <Select
                  {...control}
                  value={minutes}
                  onChange={({ target }) =>
                    setMinutes(MEETING_MINUTES.find((each) => String(each) === target.value) ?? 30)
                  }
                >
                  {MEETING_MINUTES.map((each) => (
                    <option key={each} value={each}>
                      {minutesText(each, i18n.language)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <TextField
              label={t('meetings.place')}
              hint={t('meetings.placeHint')}
              maxLength={MEETING_MAX_PLACE}
              dir="auto"
              value={place}
              onChange={({ target }) => setWritten(target.value)}
            />
          </div>
          <Field label={t('meetings.note')} hint={t('meetings.noteHint')}>
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                maxLength={MEETING_MAX_NOTE}
                value={note}
                onChange={({ target }) => setNote(target.value)}
              />
            )}
          </Field>
          {propose.isError && <Alert tone="danger">{faultText(propose.error)}</Alert>}
          <Button type="submit" busy={propose.isPending}>
            {t('meetings.send')}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}
