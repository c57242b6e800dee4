import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/shared/api/database-types.ts';
import { formatDateTime } from '@/shared/format/format-date.ts';
import { languageName } from '@/shared/i18n/language-name.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { useDeleteNote, useTranslateNote } from './note-acts.ts';
import { noteText } from './note-text.ts';
import type { TeamNote } from './team-notes.ts';

interface NoteItemProps {
  me: Profile;
  note: TeamNote;
}

/** One note: who wrote it and when, its text for the reader, and what can be done with it. */
export function NoteItem({ me, note }: NoteItemProps) {
  const { t, i18n } = useTranslation();
  const isOwn = note.author_id === me.id;
  const nameOf = (id: string | null, person: TeamNote['author']) =>
    id === me.id ? t('teamNotes.you') : person?.name || t('teamNotes.former');
  const shown = noteText(note, me.language);
  return (
    <li className="grid gap-1 border-b pb-3 last:border-b-0">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <bdi className="wrap-anywhere font-semibold">{nameOf(note.author_id, note.author)}</bdi>
        <time dateTime={note.created_at} className="text-ink-soft text-xs">
          {formatDateTime(note.created_at, i18n.language)}
        </time>
      </p>
      {note.handed_to && (
        <Badge className="justify-self-start">
          {t('teamNotes.handed', { name: nameOf(note.handed_to, note.receiver) })}
        </Badge>
      )}
      <p lang={shown.language} dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {shown.text}
      </p>
      {shown.original && <Original {...shown.original} />}
      <div className="-mx-1 flex flex-wrap gap-x-3 empty:hidden">
        {shown.untranslated && <Translate me={me} note={note} />}
        {isOwn && <Delete me={me} note={note} />}
      </div>
    </li>
  );
}

function Original({ text, language }: NonNullable<ReturnType<typeof noteText>['original']>) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 text-ink-soft text-xs">
        {t('teamNotes.translated', { language: languageName(language, i18n.language) })}
        <Button variant="link" size="inline" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'teamNotes.hideOriginal' : 'teamNotes.showOriginal')}
        </Button>
      </div>
      {open && (
        <p lang={language} dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ink-soft text-sm">
          {text}
        </p>
      )}
    </>
  );
}

function Translate({ me, note }: NoteItemProps) {
  const { t } = useTranslation();
  const translating = useTranslateNote(me, note.session_id);
  return (
    <div>
      <Button
        variant="link"
        size="inline"
        busy={translating.isPending}
        onClick={() => translating.mutate(note)}
      >
        {t('teamNotes.translate')}
      </Button>
      {translating.isError && <Failure text={t('teamNotes.translateFailed')} />}
    </div>
  );
}

function Delete({ me, note }: NoteItemProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const deleting = useDeleteNote(me, note.session_id);
  return (
    <div>
      {asking ? (
        <div className="flex flex-wrap items-center gap-x-3 text-sm">
          {t('teamNotes.deleteAsk')}
          <Button
            variant="link"
            size="inline"
            // The button that had the focus has gone.
            autoFocus
            onClick={() => setAsking(false)}
          >
            {t('teamNotes.keep')}
          </Button>
          <Button
            variant="link"
            size="inline"
            className="text-danger"
            busy={deleting.isPending}
            onClick={() => deleting.mutate(note.id)}
          >
            {t('teamNotes.delete')}
          </Button>
        </div>
      ) : (
        <Button variant="link" size="inline" onClick={() => setAsking(true)}>
          {t('teamNotes.delete')}
        </Button>
      )}
      {deleting.isError && <Failure text={t('teamNotes.deleteFailed')} />}
    </div>
  );
}

function Failure({ text }: { text: string }) {
  return (
    <p role="alert" className="text-danger text-sm">
      {text}
    </p>
  );
}
