import { QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useCurrentProfile } from '../../../lib/current-profile.ts';
import { errorMessage } from '../../../lib/error-message.ts';
import { NotAuthenticatedError, useGenerateCode } from '../api/generate-code.ts';
import { useCodeSession } from '../api/get-code-session.ts';
import { CodePanel } from './code-panel.tsx';

/**
 * The QR generator (spec section 2). The session on show is in the address, so that a reload, the back button and the
 * sessions list all lead to the same code.
 */
export function QrCodesPage() {
  const { t } = useTranslation();
  const profile = useCurrentProfile();
  const [params, setParams] = useSearchParams();
  const generate = useGenerateCode(profile.id);
  const session = useCodeSession(profile.id, params.get('session'));

  const onGenerate = () =>
    generate.mutate(undefined, {
      onSuccess: ({ id }) => {
        setParams({ session: id });
        toast.success(t('common.success'), { description: t('qr.generated') });
      },
      onError: (error) =>
        toast.error(t('common.error'), {
          description:
            error instanceof NotAuthenticatedError
              ? t('qr.loginRequired')
              : errorMessage(error, t('qr.failed')),
        }),
    });

  return (
    <>
      <PageHeading title={t('qr.title')} text={t('qr.text')} />
      {session.data ? (
        <CodePanel session={session.data} vendor={profile} />
      ) : (
        <EmptyState icon={QrCode} title={t('overview.qrCodes')} text={t('qr.firstText')} />
      )}
      <div className="mt-6 flex justify-center">
        <Button
          size="lg"
          variant={session.data ? 'secondary' : 'accent'}
          busy={generate.isPending}
          onClick={onGenerate}
        >
          {generate.isPending ? t('qr.generating') : t('qr.generate')}
        </Button>
      </div>
    </>
  );
}
