import { whatsAppLink } from '@dragoman/domain/whatsapp';
import { Copy, MessageCircle, QrCode } from 'lucide-react';
import { QRCodeSVG } from 'qrcode.react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '@/shared/api/database-types.ts';
import { useCopyWeChat } from '@/shared/hooks/use-copy-wechat.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent, DialogTrigger } from '@/shared/ui/overlay/dialog.tsx';

interface QrButtonProps<Field extends keyof Profile> {
  person: Pick<Profile, Field>;
}

/** Shows the code of a WhatsApp chat; nothing without a number (specification 2.5). */
export function WhatsAppQrButton({ person }: QrButtonProps<'name' | 'whatsapp' | 'phone'>) {
  const { t } = useTranslation();
  const link = whatsAppLink(person);
  if (!link) return null;
  return (
    <ContactQr
      button={t('contactCard.whatsAppQr')}
      name={person.name}
      value={link}
      text={t('contactCard.whatsAppScan')}
      instead={
        // On this very phone the user cannot scan the code.
        <Button asChild variant="link" size="inline">
          <a href={link} target="_blank" rel="noopener noreferrer">
            <MessageCircle aria-hidden="true" className="size-4" />
            {t('chat.openWhatsApp')}
          </a>
        </Button>
      }
    />
  );
}

/** Shows a WeChat ID as a code; nothing without one (specification 2.5). */
export function WeChatQrButton({ person }: QrButtonProps<'name' | 'wechat'>) {
  const { t } = useTranslation();
  const copy = useCopyWeChat();
  const id = person.wechat?.trim();
  if (!id) return null;
  return (
    <ContactQr
      button={t('contactCard.weChatQr')}
      name={person.name}
      value={id}
      text={t('contactCard.weChatScan')}
      instead={
        <>
          <bdi className="wrap-anywhere font-semibold">{id}</bdi>
          <Button variant="link" size="inline" onClick={() => void copy(id)}>
            <Copy aria-hidden="true" className="size-4" />
            {t('chat.copyWeChat')}
          </Button>
        </>
      }
    />
  );
}

/**
 * White margin that a scanner needs around the code, in modules; it is part of the picture's 16 rem
 * (specification 9.5).
 */
const QUIET_ZONE = 4;

interface ContactQrProps {
  button: string;
  name: string | null;
  value: string;
  text: string;
  /** The alternative without a second phone. */
  instead: ReactNode;
}

function ContactQr({ button, name, value, text, instead }: ContactQrProps) {
  const { t } = useTranslation();
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="secondary" className="px-3 xs:whitespace-nowrap">
          <QrCode aria-hidden="true" className="size-4.5" />
          {button}
        </Button>
      </DialogTrigger>
      <DialogContent title={<bdi>{name || t('chat.someone')}</bdi>} description={text}>
        <div className="flex flex-col items-center gap-3 pb-1 text-center">
          <QRCodeSVG
            value={value}
            level="M"
            marginSize={QUIET_ZONE}
            bgColor="#ffffff"
            fgColor="#000000"
            role="img"
            aria-label={button}
            title={undefined}
            className="block size-64 rounded-card"
          />
          <div className="flex flex-wrap items-center justify-center gap-x-3">{instead}</div>
        </div>
      </DialogContent>
    </Dialog>
  );
}
