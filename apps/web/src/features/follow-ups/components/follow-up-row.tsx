import type { WrittenEmail } from '@dragoman/domain/assistant/assistant';
import { mailLink } from '@dragoman/domain/cards/contact-card';
import { LANGUAGE_NAMES } from '@dragoman/domain/languages';
import { Mail, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatShortDate } from '@/shared/format/format-date.ts';
import { AddressText } from '@/shared/ui/address-text.tsx';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import type { FollowUpPerson } from '../api/follow-ups.ts';
import type { Draft } from '../model/kept-drafts.ts';
import type { Drafts } from '../model/use-drafts.ts';
import { DraftEditor } from './draft-editor.tsx';

interface FollowUpRowProps {
  person: FollowUpPerson;
  draft: Draft | 'writing' | undefined;
  /** For people whom the writer mails from their own mail program. */
  template: WrittenEmail;
  onWrite: () => void;
  onChange: (change: Parameters<Drafts['change']>[1]) => void;
  onSkip: () => void;
}

/** A lead with an e-mail address, the last mail to them, and the draft of the next one. */
export function FollowUpRow({ person, draft, template, onWrite, onChange, onSkip }: FollowUpRowProps) {
  const { t } = useTranslation();
  const { company, email, language, obstacle } = person;
  const name = person.name || t('chat.someone');
  return (
    <li className="border-t px-4 py-4 first:border-t-0 sm:px-5">
      <div className="flex flex-wrap items-start gap-x-3.5 gap-y-2">
        <Avatar name={person.name} url={person.avatar_url} className="mt-0.5 size-10 text-xs" />
        <div className="wrap-anywhere grid min-w-0 flex-1 basis-48 gap-0.5">
          <p className="page-aligned font-semibold" dir="auto">
            {name}
          </p>
          {company && (
            <p className="page-aligned text-ink-soft text-sm" dir="auto">
              {company}
            </p>
          )}
          <p className="text-ink-soft text-sm">
            <AddressText>{email}</AddressText> ·{' '}
            <bdi className="whitespace-nowrap">{LANGUAGE_NAMES[language]}</bdi>
          </p>
          <LastMail person={person} />
          {obstacle && <p className="text-ink-soft text-sm">{t(`followUps.obstacles.${obstacle}`)}</p>}
        </div>
        {obstacle === 'unconfirmed' && (
          <Button asChild variant="secondary" className="max-sm:w-full">
            <a href={ownMail(email, template)}>
              <Mail aria-hidden="true" className="size-4.5" />
              {t('followUps.ownProgram')}
            </a>
          </Button>
        )}
        {!obstacle && person.status !== 'waiting' && (!draft || draft === 'writing') && (
          <Button
            variant="secondary"
            className="max-sm:w-full"
            busy={draft === 'writing'}
            aria-label={t('followUps.draftFor', { name })}
            onClick={onWrite}
          >
            {draft !== 'writing' && <PenLine aria-hidden="true" className="size-4.5" />}
            {t('followUps.draft')}
          </Button>
        )}
      </div>
      {draft && draft !== 'writing' && (
        <DraftEditor draft={draft} name={name} language={language} onChange={onChange} onSkip={onSkip} />
      )}
    </li>
  );
}

function LastMail({ person: { status, reason, mailed_at: at } }: { person: FollowUpPerson }) {
  const { t, i18n } = useTranslation();
  if (!status || !at) return null;
  const date = formatShortDate(at, i18n.language);
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 text-sm">
      <Badge tone={status === 'sent' ? 'success' : status === 'failed' ? 'accent' : 'neutral'}>
        {t(`followUps.states.${status}`, { date })}
      </Badge>
      {reason && <span className="text-ink-soft">{t(`followUps.reasons.${reason}`)}</span>}
    </p>
  );
}

function ownMail(email: string, { subject, body }: WrittenEmail): string {
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replace(/\n/g, '\r\n'))}`;
  return `${mailLink(email) ?? 'mailto:'}?${query}`;
}
