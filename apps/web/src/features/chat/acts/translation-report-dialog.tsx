import { TRANSLATION_FAULTS, type TranslationFault } from '@dragoman/domain/message-acts';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCode } from '@/shared/api/error-message.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import type { ChatMessage } from '../model/chat-message.ts';
import { BROWSER_PROVIDER } from '../translation/viewer-translation.ts';

interface TranslationReportDialogProps {
  message: ChatMessage;
  reporterId: string;
  onClose: () => void;
}

/** The error of a report that this person has made before. */
const MADE_BEFORE = '23505';

/** Reports a translation to the event's administrators, with a reason if one likes. */
export function TranslationReportDialog({ message, reporterId, onClose }: TranslationReportDialogProps) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const group = useId();
  const [reason, setReason] = useState<TranslationFault | null>(null);
  const send = useSingleMutation({
    mutationFn: async (): Promise<void> => {
      const { id, target_language, translation_engine } = message;
      if (!target_language) return;
      const { error } = await supabase.from('translation_reports').insert({
        reporter_id: reporterId,
        message_id: id,
        target_language,
        engine: translation_engine,
        reason,
      });
      if (error && error.code !== MADE_BEFORE) throw error;
    },
    networkMode: 'always',
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    send.mutate(undefined, {
      onSuccess() {
        toast.success(t('chat.acts.reported'));
        onClose();
      },
    });
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('chat.acts.report')}
        description={t(
          message.translation_engine === BROWSER_PROVIDER
            ? 'chat.acts.reportTextHere'
            : 'chat.acts.reportText',
        )}
      >
        <form onSubmit={submit} className="grid gap-4">
          <fieldset className="min-w-0">
            <legend className="font-semibold text-sm">{t('chat.acts.faultLabel')}</legend>
            <div className="-mx-2 mt-1 grid">
              {TRANSLATION_FAULTS.map((fault) => (
                <label
                  key={fault}
                  className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 text-sm hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-primary"
                >
                  <input
                    type="radio"
                    name={group}
                    checked={reason === fault}
                    onChange={() => setReason(fault)}
                    className="size-5 shrink-0 accent-primary outline-none"
                  />
                  {t(`chat.acts.fault.${fault}`)}
                </label>
              ))}
            </div>
          </fieldset>
          {send.isError && (
            <Alert tone="danger">
              {t(errorCode(send.error) === 'PT429' ? 'chat.acts.reportLimit' : 'chat.acts.reportFailed')}
            </Alert>
          )}
          <Button type="submit" busy={send.isPending}>
            {t('trust.sendReport')}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}
