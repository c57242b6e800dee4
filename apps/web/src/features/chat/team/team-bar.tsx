import { UsersRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTeam } from '@/entities/booth/team.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import type { Chat } from '../model/chat.ts';
import { createStore } from '../model/store.ts';
import { useStore } from '../model/use-store.ts';
import type { LivePresence } from '../presence/presence-channel.ts';
import { answeringOf } from './assignment.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { useAssignment, useAssignmentToast } from './use-assignment.ts';

const NO_COLLEAGUE = createStore<string | null>(null);

interface TeamBarProps {
  chat: Chat;
  me: Profile;
  /** The live signs of the chat; null until there are any. */
  presence: LivePresence | null;
}

/** The line below the header of a team's chat: who answers it, and how to change that. */
export function TeamBar({ chat, me, presence }: TeamBarProps) {
  const { t } = useTranslation();
  const team = useTeam(me).data;
  const [dialog, setDialog] = useState<'take-over' | 'hand-over' | null>(null);
  const line = useRef<HTMLDivElement>(null);
  const changed = useRef(false);
  const onChanged = () => {
    changed.current = true;
    setDialog(null);
  };
  const assignment = useAssignment(chat.id, me.id, onChanged);
  const showFault = useAssignmentToast();
  const busy = (kind: 'claim' | 'release') => assignment.isPending && assignment.variables?.kind === kind;

  const answering = answeringOf(chat.assigned_to, me.id, team);
  const { who } = answering;
  const writing = useStore(presence?.colleague ?? NO_COLLEAGUE);
  const writer = team?.find(({ profile_id }) => profile_id === writing)?.person?.name;
  const name = (answering.who === 'colleague' && answering.name) || t('teamChat.colleague');

  // The button that was pressed goes with its state: the line keeps the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the answering person changes
  useEffect(() => {
    if (changed.current && document.activeElement === document.body) line.current?.focus();
    changed.current = false;
  }, [who]);

  function claim(takeOver: boolean) {
    assignment.mutate(
      { kind: 'claim', takeOver },
      {
        onError(error) {
          setDialog(null);
          showFault(error);
        },
      },
    );
  }

  return (
    <div
      ref={line}
      tabIndex={-1}
      // With letters of twice the size the buttons have a line of their own.
      className="flex min-h-11 items-center gap-2 max-[17rem]:flex-wrap max-[17rem]:gap-y-0 max-[17rem]:justify-end border-b bg-sunken ps-[max(1rem,env(safe-area-inset-left))] pe-[max(0.5rem,env(safe-area-inset-right))] text-sm outline-none"
    >
      <UsersRound aria-hidden="true" className="size-4.5 shrink-0 text-ink-soft max-[22rem]:hidden" />
      <p role="status" className="min-w-0 flex-1 truncate max-[17rem]:basis-full max-[17rem]:pt-1">
        {writer
          ? t('teamChat.isReplying', { name: writer })
          : who === 'me'
            ? t('teamChat.youAnswer')
            : who === 'colleague'
              ? t('teamChat.answers', { name })
              : t('teamChat.noOne')}
      </p>
      {who === 'no-one' && (
        <Button
          variant="ghost"
          className="px-3 max-[22rem]:px-2"
          busy={busy('claim')}
          onClick={() => claim(false)}
        >
          {t('teamChat.claim')}
        </Button>
      )}
      {who === 'colleague' && (
        <Button variant="ghost" className="px-3 max-[22rem]:px-2" onClick={() => setDialog('take-over')}>
          {t('teamChat.takeOver')}
        </Button>
      )}
      {who === 'me' && (
        <div className="flex shrink-0">
          <Button variant="ghost" className="px-3 max-[22rem]:px-2" onClick={() => setDialog('hand-over')}>
            {t('teamChat.handOver')}
          </Button>
          <Button
            variant="ghost"
            className="px-3 max-[22rem]:px-2"
            busy={busy('release')}
            onClick={() => assignment.mutate({ kind: 'release' }, { onError: showFault })}
          >
            {t('teamChat.release')}
          </Button>
        </div>
      )}
      <Dialog open={dialog === 'take-over'} onOpenChange={(open) => !open && setDialog(null)}>
        <DialogContent
          title={<span className="wrap-anywhere">{t('teamChat.takeOverTitle', { name })}</span>}
          description={t('teamChat.takeOverText')}
        >
          <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
            <Button variant="secondary" onClick={() => setDialog(null)}>
              {t('trust.cancel')}
            </Button>
            <Button busy={busy('claim')} onClick={() => claim(true)}>
              {t('teamChat.takeOver')}
            </Button>
          </div>
        </DialogContent>
      </Dialog>
      {dialog === 'hand-over' && (
        <HandOverDialog
          chatId={chat.id}
          me={me}
          team={team ?? []}
          onHandedOver={onChanged}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}
