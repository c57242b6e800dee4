import { chatsPath } from '@dragoman/domain/routes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { updateChatList } from '@/entities/chat/chat-list-query.ts';
import { deleteChat } from '@/entities/chat/delete-chat.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import type { Sending } from '../sync/outbox-runtime.ts';

interface DeleteChatDialogProps {
  chatId: string;
  me: Profile;
  sending: Sending;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks for confirmation before a chat that no visitor has joined is deleted. */
export function DeleteChatDialog({ chatId, me, sending, open, onOpenChange }: DeleteChatDialogProps) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const removal = useMutation({
    mutationFn: async () => {
      const deleted = await deleteChat(supabase, chatId);
      if (!deleted) return false;
      const { jobs } = sending.outbox.get();
      for (const { id, sessionId } of jobs) if (sessionId === chatId) await sending.outbox.takeOut(id);
      return true;
    },
    onSuccess(deleted) {
      onOpenChange(false);
      if (!deleted) {
        toast.error(t('common.error'), { description: t('chat.notDeletedJoined') });
        return;
      }
      updateChatList(queryClient, me.id, (chats) => chats.filter(({ id }) => id !== chatId));
      toast.success(t('chat.deleted'));
      void navigate(chatsPath(me.role), { replace: true });
    },
    onError: () => toast.error(t('common.error'), { description: t('chat.notDeleted') }),
  });
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t('chat.deleteTitle')} description={t('chat.deleteText')}>
        <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {t('trust.cancel')}
          </Button>
          <Button variant="danger" busy={removal.isPending} onClick={() => removal.mutate()}>
            {t('chat.deleteChat')}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
