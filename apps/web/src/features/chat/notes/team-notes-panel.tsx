import { NotebookText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/shared/api/database-types.ts';
import { errorCode } from '@/shared/api/error-message.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field } from '@/shared/ui/form/field.tsx';
import { TextArea } from '@/shared/ui/form/text-area.tsx';
import { SideSheet, SideSheetContent } from '@/shared/ui/overlay/side-sheet.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { useAddNote } from './note-acts.ts';
import { NoteItem } from './note-item.tsx';
import { useTeamNotes } from './team-notes.ts';

/** As the database has it. */
const MAX_LENGTH = 2000;

interface TeamNotesPanelProps {
  me: Profile;
  chatId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The team's notes beside a chat. Text that was not added is there again when it opens again. */
export function TeamNotesPanel({ me, chatId, open, onOpenChange }: TeamNotesPanelProps) {
  const { t } = useTranslation();
  const notes = useTeamNotes(me, chatId);
  const { refetch } = notes;
  // A colleague may have deleted one, which is not told.
  useEffect(() => {
    if (open) void refetch({ cancelRefetch: false });
  }, [open, refetch]);
  const [text, setText] = useState('');
  const adding = useAddNote(me, chatId);

  function add() {
    const note = text.trim();
    // What was typed meanwhile stays.
    if (note) adding.mutate(note, { onSuccess: () => setText((now) => (now.trim() === note ? '' : now)) });
  }

  const isFull = errorCode(adding.error) === 'PT409';
  return (
    <SideSheet open={open} onOpenChange={onOpenChange}>
      <SideSheetContent
        title={t('teamNotes.title')}
        description={t('teamNotes.private')}
        foot={
          <form
            className="grid gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              add();
            }}
          >
            <Field
              label={t('teamNotes.label')}
              error={adding.isError ? t(isFull ? 'teamNotes.full' : 'teamNotes.addFailed') : undefined}
            >
              {(control) => (
                <TextArea
                  {...control}
                  rows={2}
                  maxLength={MAX_LENGTH}
                  className="max-h-40"
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              )}
            </Field>
            <Button type="submit" busy={adding.isPending} disabled={!text.trim()}>
              {t('teamNotes.add')}
            </Button>
          </form>
        }
      >
        <QueryView
          query={notes}
          loadingText={t('teamNotes.loading')}
          skeleton={null}
          isEmpty={(rows) => rows.length === 0}
          empty={
            <EmptyState
              icon={NotebookText}
              title={t('teamNotes.emptyTitle')}
              text={t('teamNotes.emptyText')}
            />
          }
        >
          {(rows) => (
            <ul aria-label={t('teamNotes.title')} className="grid gap-4">
              {rows.map((note) => (
                <NoteItem key={note.id} me={me} note={note} />
              ))}
            </ul>
          )}
        </QueryView>
      </SideSheetContent>
    </SideSheet>
  );
}
