import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { ReportForm } from './report-form.tsx';

interface ReportDialogProps {
  person: { id: string; name: string };
  /** The chat that it may be about. */
  chatId?: string | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Absent when they are blocked already. */
  onBlock?: (() => void) | undefined;
}

/**
 * Reports a person to the event's administrators, then thanks the user and offers to block the
 * person.
 */
export function ReportDialog({ person, chatId, open, onOpenChange, onBlock }: ReportDialogProps) {
  const { t } = useTranslation();
  const [sent, setSent] = useState(false);
  const { name } = person;
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={sent ? t('trust.thanksTitle') : t('trust.reportTitle', { name })}
        description={sent ? t('trust.thanksText', { name }) : t('trust.reportText', { name })}
        aria-live="polite"
      >
        {sent ? (
          <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
            {onBlock && (
              <Button variant="secondary" onClick={onBlock}>
                {t('trust.block')}
              </Button>
            )}
            <Button autoFocus onClick={() => onOpenChange(false)}>
              {t('trust.done')}
            </Button>
          </div>
        ) : (
          <ReportForm personId={person.id} chatId={chatId} onSent={() => setSent(true)} />
        )}
      </DialogContent>
    </Dialog>
  );
}
