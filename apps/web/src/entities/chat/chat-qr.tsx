import { joinLink } from '@dragoman/domain/join-link';
import { LinkQr } from '@/shared/ui/link-qr.tsx';

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

/** A session's QR code. */
export function ChatQr({ chatId, size, className }: ChatQrProps) {
  return <LinkQr link={joinLink(window.location.origin, chatId)} size={size} className={className} />;
}
