import { Ban, Flag } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { Button } from '@/shared/ui/button.tsx';
import { ShareButton } from '../sharing/share-button.tsx';
import { useIsBlocked } from './blocks.ts';
import { UnblockButton } from './unblock-button.tsx';

const loadBlockDialog = async () => (await import('./block-dialog.tsx')).BlockDialog;
const loadReportDialog = async () => (await import('./report-dialog.tsx')).ReportDialog;

interface PersonSafetyProps {
  person: { id: string; name: string | null };
  /** The chat with this person that is open. */
  chatId?: string | undefined;
}

/** The safety actions at the end of a person's card: sharing, block and report. */
export function PersonSafety({ person: { id, name }, chatId }: PersonSafetyProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'block' | 'report' | null>(null);
  const close = () => setAsked(null);
  const BlockDialog = useLazyComponent(asked === 'block', loadBlockDialog, close);
  const ReportDialog = useLazyComponent(asked === 'report', loadReportDialog, close);
  const blocked = useIsBlocked(id);
  const person = { id, name: name || t('chat.someone') };
  return (
    <div className="mt-4 flex flex-wrap justify-between gap-2 border-t pt-3">
      <ShareButton person={person} />
      {blocked ? (
        <UnblockButton person={person} />
      ) : (
        <Button
          variant="ghost"
          aria-haspopup="dialog"
          className="text-ink-soft"
          onClick={() => setAsked('block')}
        >
          <Ban aria-hidden="true" className="size-4.5" />
          {t('trust.block')}
        </Button>
      )}
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        className="text-ink-soft"
        onClick={() => setAsked('report')}
      >
        <Flag aria-hidden="true" className="size-4.5" />
        {t('trust.report')}
      </Button>
      {BlockDialog && <BlockDialog person={person} open={asked === 'block'} onOpenChange={close} />}
      {ReportDialog && asked === 'report' && (
        <ReportDialog
          person={person}
          chatId={chatId}
          open
          onOpenChange={close}
          onBlock={blocked ? undefined : () => setAsked('block')}
        />
      )}
    </div>
  );
}
