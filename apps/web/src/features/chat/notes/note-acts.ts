import { useQueryClient } from '@tanstack/react-query';
import type { ChatNote } from '@/entities/booth/team.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { insertOnce } from '@/shared/api/insert-once.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { useAttemptId } from '@/shared/hooks/use-attempt-id.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import { translateMessage } from '../translation/translate.ts';

function useReadAgain(me: Profile, chatId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryKeys.team.notes(me.id, chatId) });
}

/** Writes a note beside a chat. The same text tried again has the same id, and is written once. */
export function useAddNote(me: Profile, chatId: string) {
  const supabase = useSupabase();
  const readAgain = useReadAgain(me, chatId);
  const attempt = useAttemptId();
  return useSingleMutation({
    mutationFn: async (text: string) => {
      const id = attempt.of(text);
      const row = { id, session_id: chatId, author_id: me.id, language: me.language, text };
      const notes = supabase.from('chat_notes');
      await insertOnce<unknown>(notes.insert(row), () =>
        notes.select('id').eq('id', id).maybeSingle().throwOnError(),
      );
    },
    onSuccess: () => {
      attempt.done();
      void readAgain();
    },
  });
}

/** Deletes one of the user's own notes. */
export function useDeleteNote(me: Profile, chatId: string) {
  const supabase = useSupabase();
  const readAgain = useReadAgain(me, chatId);
  return useSingleMutation({
    mutationFn: async (noteId: string) => {
      await supabase.from('chat_notes').delete().eq('id', noteId).throwOnError();
    },
    onSuccess: readAgain,
  });
}

/** Has a note translated into the reader's language, and attaches that for the whole team. */
export function useTranslateNote(me: Profile, chatId: string) {
  const supabase = useSupabase();
  const readAgain = useReadAgain(me, chatId);
  const target = me.language;
  return useSingleMutation({
    mutationFn: async (note: Pick<ChatNote, 'id' | 'language' | 'text'>) => {
      const { text, language } = note;
      const made = await translateMessage(supabase, { text, source: language, target, sessionId: chatId });
      // The database takes only what the server has translated.
      if (made.kind !== 'translated' || made.here || made.engine === null) throw new Error(made.kind);
      const translation = { translated: made.text, engine: made.engine };
      await supabase
        .rpc('attach_note_translation', { note_id: note.id, language: target, ...translation })
        .throwOnError();
    },
    onSuccess: readAgain,
  });
}
