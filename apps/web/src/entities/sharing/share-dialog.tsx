import { useTranslation } from 'react-i18next';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { ShareSwitches } from './share-switches.tsx';
import { SharingHistory } from './sharing-history.tsx';

interface ShareDialogProps {
  person: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The fields that the user shares with one person, and the record of changes. */
export function ShareDialog({ person: { id, name }, open, onOpenChange }: ShareDialogProps) {
  const { t } = useTranslation();
  const title = t('sharing.title', { name });
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={title} description={t('sharing.text')}>
        <ShareSwitches personId={id} label={title} />
        <p className="mt-2 mb-3 text-pretty text-ink-soft text-sm">{t('sharing.note', { name })}</p>
        <SharingHistory personId={id} />
      </DialogContent>
    </Dialog>
  );
}
