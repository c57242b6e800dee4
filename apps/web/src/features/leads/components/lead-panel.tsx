import { EMPTY_LEAD, type LeadContent } from '@dragoman/domain/leads/lead';
import { CircleAlert, CloudOff, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBoothId, useMyBooth } from '@/entities/booth/my-booth.ts';
import { useColleagueName } from '@/entities/booth/team.ts';
import { ContactCard } from '@/entities/card/contact-card.tsx';
import { type LeadPerson, openLeadPanel } from '@/entities/lead/lead-panel.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { QUOTA_TEXTS } from '@/shared/api/quota.ts';
import { useReachability } from '@/shared/api/reachability.ts';
import { useLiveRows } from '@/shared/hooks/use-live-rows.ts';
import { useQueue, useQueueState } from '@/shared/offline/define-queue.ts';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { SideSheet, SideSheetContent } from '@/shared/ui/overlay/side-sheet.tsx';
import { Spinner } from '@/shared/ui/status/spinner.tsx';
import { useSavedLead } from '../api/get-leads.ts';
import { leadQueue } from '../api/lead-queue.ts';
import { useQuestionnaire } from '../api/questionnaire.ts';
import type { PendingLead } from '../model/pending-lead.ts';
import { LeadAnswersFields } from './lead-answers-fields.tsx';
import { LeadFields } from './lead-fields.tsx';

interface LeadPanelProps {
  me: Profile;
  person: LeadPerson;
}

/**
 * The user's notes on a person. The panel has no save button: it stores every change at once, and
 * sends it when the network is available.
 */
export function LeadPanel({ me, person }: LeadPanelProps) {
  const { t } = useTranslation();
  const ownerId = useBoothId(me);
  const team = useMyBooth(me).data?.team ?? false;
  const outbox = useQueue(leadQueue, me.id);
  const pending = useQueueState(outbox);
  const saved = useSavedLead(ownerId, person.id);
  const questions = useQuestionnaire(ownerId, me.role === 'vendor').data?.questions ?? [];
  useLiveRows('leads', ownerId, queryKeys.leads.all);
  const stored = pending.get(person.id);
  // What waits for another booth is not this one's.
  const waiting = (stored?.boothId ?? me.id) === ownerId ? stored : undefined;
  const content: LeadContent = waiting?.mine ?? saved.data?.content ?? EMPTY_LEAD;
  const name = person.name || t('chat.someone');

  function change(values: Partial<LeadContent>): void {
    outbox.edit(person.id, saved.data ?? null, values, ownerId);
  }

  return (
    <SideSheet open onOpenChange={(open) => !open && openLeadPanel(null)}>
      <SideSheetContent
        title={<bdi>{name}</bdi>}
        lead={<Avatar name={person.name} url={person.avatar_url} className="size-11" />}
        description={<bdi>{person.company || t('chat.noCompany')}</bdi>}
        foot={<SaveState waiting={waiting} known={saved.data !== undefined} team={team} />}
      >
        <div className="grid grid-cols-1 gap-5">
          <MetBy me={me} profileId={saved.data?.metBy} />
          <LeadFields me={me} content={content} onChange={change} />
          {questions.length > 0 && (
            <LeadAnswersFields
              questions={questions}
              answers={content.answers}
              onChange={(answers) => change({ answers })}
            />
          )}
          <details className="border-t pt-2">
            <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-primary text-sm">
              {t('contactCard.show')}
            </summary>
            <ContactCard person={person} className="mt-2" />
          </details>
        </div>
      </SideSheetContent>
    </SideSheet>
  );
}

/** Which colleague met the person; nothing without a team. */
function MetBy({ me, profileId }: { me: Profile; profileId: string | null | undefined }) {
  const { t } = useTranslation();
  const name = useColleagueName(me, profileId);
  return name === null ? null : (
    <p className="wrap-anywhere text-ink-soft text-sm">{t('leads.metBy', { name })}</p>
  );
}

interface SaveStateProps {
  waiting: PendingLead | undefined;
  /** The server's state is known. */
  known: boolean;
  /** Colleagues see the notes, too. */
  team: boolean;
}

/** The state of a note in one quiet line: where it is saved, and who sees it. */
function SaveState({ waiting, known, team }: SaveStateProps) {
  const { t } = useTranslation();
  const online = useReachability() === 'online';
  const [Icon, text] = waiting?.refused
    ? ([CircleAlert, t(waiting.full ? QUOTA_TEXTS.leads : 'leads.refused')] as const)
    : waiting && !online
      ? ([CloudOff, t('leads.waiting')] as const)
      : waiting
        ? ([Spinner, t('leads.saving')] as const)
        : ([
            known || online ? Lock : CloudOff,
            known || online ? t(team ? 'leads.privateTeam' : 'leads.private') : t('leads.unknown'),
          ] as const);
  return (
    <p
      role="status"
      className={`flex min-h-11 items-center gap-2 text-sm ${waiting?.refused ? 'text-danger' : 'text-ink-soft'}`}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {text}
    </p>
  );
}
