import { FOLLOW_UP_BATCH } from '@dragoman/domain/follow-ups/follow-up-template';
import { dashboardPath } from '@dragoman/domain/routes';
import { useQueryClient } from '@tanstack/react-query';
import { MailX, PenLine, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { useBoothId, useMyBooth } from '@/entities/booth/my-booth.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { FunctionRefusal, isOutcomeUnknown } from '@/shared/api/call-function.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { type FollowUpPerson, useFollowUpPeople, useSendFollowUps } from '../api/follow-ups.ts';
import { isApproved, takenDrafts } from '../model/approval.ts';
import type { Draft } from '../model/kept-drafts.ts';
import { type AskForEmail, useDrafts } from '../model/use-drafts.ts';
import { FollowUpRow } from './follow-up-row.tsx';

/**
 * Mails to the booth's leads: drafted, approved one by one, and sent together (docs/adr/0088).
 * @param props.ask the assistant of chats
 */
export function FollowUpsPage({ ask }: { ask: AskForEmail }) {
  const { missedReplyMails } = useBackend().config;
  // The installation has no mail server, and no page links here.
  if (!missedReplyMails) return <Navigate replace to={`${dashboardPath('vendor')}/leads`} />;
  return <FollowUps ask={ask} />;
}

function FollowUps({ ask }: { ask: AskForEmail }) {
  const { t } = useTranslation();
  const me = useCurrentProfile();
  const boothId = useBoothId(me);
  const booth = useMyBooth(me).data;
  const queryClient = useQueryClient();
  const query = useFollowUpPeople(boothId);
  const drafts = useDrafts({ ...me, company: me.company || (booth?.company ?? null) }, ask);
  const sending = useSendFollowUps(boothId);
  const fresh = (query.data ?? []).filter(
    ({ person_id: id, obstacle, status }) => !obstacle && !status && !drafts.all.has(id),
  );
  // A kept draft may be of a person who cannot be mailed now, or is no lead any more.
  const mailable = (query.data ?? []).filter(({ obstacle, status }) => !obstacle && status !== 'waiting');
  const shown = new Map(
    mailable.flatMap((person): [string, Draft | 'writing'][] => {
      const draft = drafts.all.get(person.person_id);
      if (!draft) return [];
      const now = draft === 'writing' ? draft : { ...draft, approved: isApproved(draft, person) };
      return [[person.person_id, now]];
    }),
  );
  const approved = [...shown].filter(
    (entry): entry is [string, Draft] => entry[1] !== 'writing' && entry[1].approved,
  );
  const writing = [...drafts.all.values()].includes('writing');

  function showResult(queued: number, leftOut: number) {
    if (queued > 0) toast.success(t('followUps.queued', { count: queued }));
    if (leftOut > 0) {
      toast.error(t('followUps.leftOut', { count: leftOut }), { description: t('followUps.leftOutText') });
    }
  }

  const writeAll = useSingleRun((people: FollowUpPerson[]) => drafts.write(people));
  const send = useSingleRun(async () => {
    const batch = new Map(approved.slice(0, FOLLOW_UP_BATCH));
    const mails = [...batch].map(([personId, { subject, body }]) => ({ personId, subject, text: body }));
    try {
      const { queued, leftOut } = await sending.mutateAsync(mails);
      drafts.drop([...batch.keys()]);
      showResult(queued, leftOut.length);
    } catch (error) {
      const status = error instanceof FunctionRefusal ? error.status : 0;
      if (isOutcomeUnknown(status)) {
        // A failed sending has read the people again.
        const people = queryClient.getQueryData<FollowUpPerson[]>(queryKeys.followUps(boothId));
        const taken = takenDrafts(batch, people ?? []);
        drafts.drop(taken);
        if (taken.length > 0) return showResult(taken.length, mails.length - taken.length);
      }
      toast.error(t('common.error'), {
        description: t(
          status === 429
            ? 'followUps.tooMany'
            : status === 409
              ? 'followUps.noAddress'
              : 'followUps.sendFailed',
        ),
      });
    }
  });

  return (
    <>
      <PageHeading
        title={t('followUps.title')}
        text={t('followUps.text')}
        actions={
          fresh.length > 0 && (
            <Button
              variant="secondary"
              className="max-sm:w-full"
              disabled={writing}
              onClick={() => void writeAll(fresh)}
            >
              <PenLine aria-hidden="true" className="size-4.5" />
              {t('followUps.draftAll', { count: Math.min(fresh.length, FOLLOW_UP_BATCH) })}
            </Button>
          )
        }
      />
      {shown.size > 0 && (
        // At the top: the tab bar of a phone is at the bottom.
        <div className="sticky top-0 z-10 -mt-3 mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-paper py-3">
          <p className="text-ink-soft text-sm">{t('followUps.replyTo')}</p>
          <Button
            className="max-sm:w-full"
            busy={sending.isPending}
            disabled={approved.length === 0}
            onClick={() => void send()}
          >
            {!sending.isPending && <Send aria-hidden="true" className="size-4.5" />}
            {approved.length === 0
              ? t('followUps.sendNone')
              : t('followUps.send', { count: Math.min(approved.length, FOLLOW_UP_BATCH) })}
          </Button>
        </div>
      )}
      <QueryView
        query={query}
        loadingText={t('contacts.loading')}
        skeleton={<Skeleton className="h-48 rounded-card" />}
        isEmpty={(people) => people.length === 0}
        empty={<EmptyState icon={MailX} title={t('followUps.emptyTitle')} text={t('followUps.emptyText')} />}
      >
        {(people) => (
          <ul aria-label={t('followUps.title')} className="overflow-hidden rounded-card border bg-surface">
            {people.map((person) => (
              <FollowUpRow
                key={person.person_id}
                person={person}
                draft={shown.get(person.person_id)}
                template={drafts.template(person)}
                onWrite={() => void drafts.write([person])}
                onChange={(change) => drafts.change(person, change)}
                onSkip={() => drafts.drop([person.person_id])}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </>
  );
}
