import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { Button } from '@/shared/ui/button.tsx';

const loadShareDialog = async () => (await import('./share-dialog.tsx')).ShareDialog;

/** Leads from a person's card to what the user shares with them. */
export function ShareButton({ person }: { person: { id: string; name: string } }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const ShareDialog = useLazyComponent(open, loadShareDialog, () => setOpen(false));
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Eye aria-hidden="true" className="size-4.5" />
        {t('sharing.button')}
      </Button>
      {ShareDialog && <ShareDialog person={person} open={open} onOpenChange={setOpen} />}
    </>
  );
}
