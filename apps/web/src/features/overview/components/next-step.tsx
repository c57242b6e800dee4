import type { Role } from '@dragoman/domain/roles';
import { dashboardPath } from '@dragoman/domain/routes';
import { QrCode, ScanLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '@/shared/ui/button.tsx';

/** The first step for a user without a session. */
export function NextStep({ role }: { role: Role }) {
  const { t } = useTranslation();
  const vendor = role === 'vendor';
  const Icon = vendor ? QrCode : ScanLine;
  return (
    <section className="mb-4 flex animate-fade flex-wrap items-center justify-between gap-4 rounded-card bg-deep p-6 text-white">
      <div className="max-w-md">
        <h2 className="text-lg">{vendor ? t('overview.nextVendorTitle') : t('overview.nextVisitorTitle')}</h2>
        <p className="mt-1 text-sm text-white/85">
          {vendor ? t('overview.nextVendorText') : t('overview.nextVisitorText')}
        </p>
      </div>
      <Button asChild variant="accent" size="lg">
        <Link to={`${dashboardPath(role)}/${vendor ? 'qr-codes' : 'scan'}`}>
          <Icon aria-hidden="true" className="size-5" />
          {vendor ? t('nav.generateQr') : t('nav.scanQr')}
        </Link>
      </Button>
    </section>
  );
}
