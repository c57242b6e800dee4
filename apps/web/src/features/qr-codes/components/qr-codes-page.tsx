import { QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useBoothVendor } from '@/entities/booth/my-booth.ts';
import { FaceToFaceLink } from '@/entities/chat/face-to-face-link.tsx';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { errorMessage } from '@/shared/api/error-message.ts';
import { QUOTA_TEXTS, quotaOf } from '@/shared/api/quota.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Card } from '@/shared/ui/card.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { NotAuthenticatedError, useGenerateCode } from '../api/generate-code.ts';
import { useCodeSession } from '../api/get-code-chat.ts';
import { BoothCodes } from './booth-codes.tsx';
import { CodePanel } from './code-panel.tsx';

/**
 * The QR generator (specification 2.13). The session on show is in the address, so that a reload,
 * the back button and the sessions list all lead to the same code.
 */
export function QrCodesPage() {
  const { t } = useTranslation();
  const profile = useCurrentProfile();
  const vendor = useBoothVendor(profile);
  const [params, setParams] = useSearchParams();
  const generate = useGenerateCode(profile.id, vendor.id);
  const chat = useCodeSession(profile.id, params.get('session'));

  const onGenerate = () =>
    generate.mutate(undefined, {
      onSuccess: ({ id }) => {
        setParams({ session: id });
        toast.success(t('common.success'), { description: t('qr.generated') });
      },
      onError: (error) => {
        const quota = quotaOf(error);
        const other = quota ? t(QUOTA_TEXTS[quota]) : errorMessage(error, t('qr.failed'));
        toast.error(t('common.error'), {
          description: error instanceof NotAuthenticatedError ? t('qr.loginRequired') : other,
        });
      },
    });

  const noCode = <EmptyState icon={QrCode} title={t('overview.qrCodes')} text={t('qr.firstText')} />;
  return (
    <>
      <PageHeading title={t('qr.title')} text={t('qr.text')} />
      {params.has('session') ? (
        <QueryView
          query={chat}
          loadingText={t('common.loading')}
          skeleton={<CodeSkeleton />}
          isEmpty={(code) => code === null}
          empty={noCode}
        >
          {(code) => code && <CodePanel chat={code} vendor={vendor} />}
        </QueryView>
      ) : (
        noCode
      )}
      <div className="mt-6 flex justify-center">
        <Button
          size="lg"
          variant={chat.data ? 'secondary' : 'accent'}
          busy={generate.isPending}
          onClick={onGenerate}
        >
          {generate.isPending ? t('qr.generating') : t('qr.generate')}
        </Button>
      </div>
      <FaceToFaceLink className="mx-auto mt-6 max-w-md" />
      <BoothCodes profileId={profile.id} vendor={vendor} />
    </>
  );
}

function CodeSkeleton() {
  return (
    <Card className="mx-auto flex max-w-md flex-col items-center gap-5 p-5 sm:p-8">
      <Skeleton className="h-8 w-44" />
      <Skeleton className="size-56 rounded-card" />
      <Skeleton className="h-12 w-40" />
      <Skeleton className="h-11 w-full" />
    </Card>
  );
}
