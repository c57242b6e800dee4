import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TeamPerson } from '@/entities/booth/team.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field } from '@/shared/ui/form/field.tsx';
import { TextArea } from '@/shared/ui/form/text-area.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { Truncated } from '@/shared/ui/truncated.tsx';
import { colleaguesOnDuty } from './assignment.ts';
import { useAssignment, useAssignmentFaultText } from './use-assignment.ts';

/** The longest note in characters, as the table `chat_notes` takes it. */
const MAX_NOTE = 2000;

interface HandOverDialogProps {
  chatId: string;
  me: Profile;
  team: readonly TeamPerson[];
  onHandedOver: () => void;
  onClose: () => void;
}

/** Gives the chat to a colleague who is on duty, with a note for them if there is one. */
export function HandOverDialog({ chatId, me, team, onHandedOver, onClose }: HandOverDialogProps) {
  const { t } = useTranslation();
  const group = useId();
  const handOver = useAssignment(chatId, me.id, onHandedOver);
  const faultText = useAssignmentFaultText();
  const colleagues = colleaguesOnDuty(team, me.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const [note, setNote] = useState('');
  // A single colleague is preselected. A chosen colleague who goes away is no longer selected.
  const [only] = colleagues;
  const memberId =
    colleagues.find(({ profile_id }) => profile_id === chosen)?.profile_id ??
    (colleagues.length === 1 ? only?.profile_id : undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (memberId) handOver.mutate({ kind: 'hand-over', memberId, note });
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('teamChat.handOverTitle')} description={t('teamChat.handOverText')}>
        {colleagues.length === 0 ? (
          <p className="text-sm">{t('teamChat.noneOnDuty')}</p>
        ) : (
          <form onSubmit={submit} className="grid gap-4">
            <fieldset className="min-w-0">
              <legend className="font-semibold text-sm">{t('teamChat.toWhom')}</legend>
              <div className="-mx-2 mt-1 grid max-h-[40dvh] overflow-y-auto">
                {colleagues.map(({ profile_id, person }) => (
                  <label
                    key={profile_id}
                    className="flex min-h-11 min-w-0 cursor-pointer items-center gap-3 rounded-control px-2 text-sm hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:-outline-offset-2"
                  >
                    <input
                      type="radio"
                      name={group}
                      checked={profile_id === memberId}
                      onChange={() => setChosen(profile_id)}
                      className="size-5 shrink-0 accent-primary outline-none"
                    />
                    <Truncated className="min-w-0">{person?.name || t('teamChat.colleague')}</Truncated>
                  </label>
                ))}
              </div>
            </fieldset>
            <Field label={t('teamChat.note')} hint={t('teamChat.noteHint')}>
              {(control) => (
                <TextArea
                  {...control}
                  rows={2}
                  maxLength={MAX_NOTE}
                  value={note}
                  onChange={(event) => setNote(event.target.value)}
                  className="max-h-40"
                />
              )}
            </Field>
            {handOver.isError && <Alert tone="danger">{faultText(handOver.error)}</Alert>}
            <Button type="submit" busy={handOver.isPending} disabled={!memberId || handOver.isPending}>
              {t('teamChat.handOver')}
            </Button>
          </form>
        )}
      </DialogContent>
    </Dialog>
  );
}
