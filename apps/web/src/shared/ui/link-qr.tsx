import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { cn } from './cn.ts';

interface LinkQrProps {
  link: string;
  /** Side of the code in pixels, without its quiet zone. */
  size: number;
  /** Classes that set the size by CSS in place of `size`, for the full-screen code. */
  className?: string | undefined;
}

/**
 * The QR code of a link, black on white in dark mode too, with the white margin of four modules
 * that scanners need.
 */
export function LinkQr({ link, size, className }: LinkQrProps) {
  const { t } = useTranslation();
  return (
    <span className={cn('qr-ground inline-block rounded-card bg-white p-6', className)}>
      <QRCodeSVG
        value={link}
        size={size}
        level="M"
        bgColor="#ffffff"
        fgColor="#000000"
        role="img"
        aria-label={t('qr.imageLabel', { link })}
        title={undefined}
        className="block h-auto max-w-full"
      />
    </span>
  );
}
