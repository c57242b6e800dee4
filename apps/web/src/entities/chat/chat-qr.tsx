import { joinLink } from '@dragoman/domain/join-link';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/ui/cn.ts';

interface ChatQrProps {
  chatId: string;
  /**
   * Side of the code in pixels, without its quiet zone: 200 on the dashboard, 192 in the chat's
   * dialog (specification 9.5).
   */
  size: number;
  /** Classes that set the size by CSS in place of `size`, for the full-screen code. */
  className?: string;
}

/**
 * A session's QR code, black on white in dark mode too, with the white margin of four modules that
 * scanners need.
 */
export function ChatQr({ chatId, size, className }: ChatQrProps) {
  const { t } = useTranslation();
  const link = joinLink(window.location.origin, chatId);
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
