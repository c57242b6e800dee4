import { joinLink } from '@dragoman/domain/join-link';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/shared/api/database-types.ts';
import { useMediaQuery } from '@/shared/hooks/use-media-query.ts';
import { Logo } from '@/shared/layout/logo.tsx';
import './print-poster.css';

/** White margin around the code on paper, in modules. */
const QUIET_ZONE = 4;

interface PrintPosterProps {
  chatId: string;
  vendor: Pick<Profile, 'name' | 'company'>;
  brand: string;
}

/** The printed form of a page with a code: a poster for the booth. It is visible on paper only. */
export function PrintPoster({ chatId, vendor, brand }: PrintPosterProps) {
  const { t } = useTranslation();
  const printing = usePrinting();
  if (!printing) return null;
  return createPortal(
    <section className="print-poster" data-testid="print-poster">
      <p className="print-poster-brand">
        <Logo className="size-8" />
        {brand}
      </p>
      <QRCodeSVG
        value={joinLink(window.location.origin, chatId)}
        level="Q"
        marginSize={QUIET_ZONE}
        bgColor="#ffffff"
        fgColor="#000000"
        title={undefined}
        aria-hidden="true"
        className="print-poster-code h-auto"
      />
      <p className="print-poster-name">
        <bdi>{vendor.name}</bdi>
      </p>
      <p className="print-poster-company">
        <bdi>{vendor.company}</bdi>
      </p>
      <p className="print-poster-hint">{t('qr.hint')}</p>
    </section>,
    document.body,
  );
}

/**
 * @returns whether the page is being printed, or has been: phones keep rendering pages after they
 * report the end
 */
function usePrinting(): boolean {
  const [begun, setBegun] = useState(false);
  const onPaper = useMediaQuery('print');
  useEffect(() => {
    // At once, as the browser draws the page when this returns.
    const begin = () => flushSync(() => setBegun(true));
    window.addEventListener('beforeprint', begin);
    return () => window.removeEventListener('beforeprint', begin);
  }, []);
  return onPaper || begun;
}
