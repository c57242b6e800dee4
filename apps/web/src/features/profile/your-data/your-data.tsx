import { safeFileName } from '@dragoman/domain/file-name';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FunctionRefusal } from '@/shared/api/call-function.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { useExportAccount } from '../api/account.ts';
import { ExportsHistory } from './exports-history.tsx';

// Few come here for it, and most of them once.
const loadDialog = async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog;

/** The user's data: retention, export, earlier exports, deletion of the account. */
export function YourData({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { brand, retentionDays } = useBackend().config;
  const [deleting, setDeleting] = useState(false);
  const close = () => setDeleting(false);
  const DeleteAccountDialog = useLazyComponent(deleting, loadDialog, close);
  const exportAccount = useExportAccount(profile.id);

  function download() {
    exportAccount.mutate(`${safeFileName(`${brand.name} ${profile.name}`, 'account')}.zip`, {
      onSuccess: () => toast.success(t('common.success'), { description: t('yourData.exported') }),
      onError: (error) => {
        const busy = [429, 503].includes((error as FunctionRefusal).status);
        const description = t(busy ? 'yourData.exportBusy' : 'yourData.exportFailed');
        toast.error(t('common.error'), { description });
      },
    });
  }

  return (
    <section aria-labelledby="your-data" className="mt-8 grid max-w-2xl gap-5 border-t pt-6">
      <div>
        <h2 id="your-data" className="text-lg">
          {t('yourData.title')}
        </h2>
        <p className="mt-1 text-ink-soft text-sm">
          {retentionDays > 0 ? t('yourData.retention', { count: retentionDays }) : t('yourData.noRetention')}
        </p>
      </div>
      <div className="grid justify-items-start gap-1">
        <h3 className="font-semibold text-sm">{t('yourData.exportTitle')}</h3>
        <p className="text-ink-soft text-sm">{t('yourData.exportText')}</p>
        <Button variant="secondary" busy={exportAccount.isPending} onClick={download} className="mt-2">
          <Download aria-hidden="true" className="size-4.5" />
          {exportAccount.isPending ? t('yourData.exporting') : t('yourData.export')}
        </Button>
      </div>
      <ExportsHistory profileId={profile.id} />
      <div className="grid justify-items-start gap-1">
        <h3 className="font-semibold text-sm">{t('yourData.deleteTitle')}</h3>
        <p className="text-ink-soft text-sm">{t('yourData.deleteText')}</p>
        <Button variant="secondary" className="mt-2 text-danger" onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden="true" className="size-4.5" />
          {t('yourData.delete')}
        </Button>
      </div>
      {deleting && DeleteAccountDialog && <DeleteAccountDialog profile={profile} onClose={close} />}
    </section>
  );
}
