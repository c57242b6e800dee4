import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChatQr } from '@/entities/chat/chat-qr.tsx';
import type { Profile } from '@/shared/api/database-types.ts';

interface FullScreenCodeProps {
  chatId: string;
  vendor: Pick<Profile, 'name' | 'company'>;
  /** The button that opens it. */
  children: ReactNode;
}

/**
 * The code as an airport sign: as large as the screen allows, black on white in both schemes,
 * legible at three metres. A tap anywhere puts it away, as does the cross, which keyboards and
 * screen readers find.
 */
export function FullScreenCode({ chatId, vendor, children }: FullScreenCodeProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>{children}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onClick={() => setOpen(false)}
          className="fixed inset-0 z-50 flex cursor-zoom-out animate-fade flex-col items-center justify-center overflow-y-auto bg-white px-[max(min(1.25rem,7vw),env(safe-area-inset-left),env(safe-area-inset-right))] pt-[max(4.5rem,env(safe-area-inset-top))] pb-[max(1.5rem,env(safe-area-inset-bottom))] text-center text-black landscape:max-lg:flex-row landscape:max-lg:gap-8 landscape:max-lg:pt-6"
        >
          <ChatQr
            chatId={chatId}
            size={1000}
            className="w-[min(86vw,62dvh)] shrink-0 p-0 landscape:max-lg:w-[84dvh]"
          />
          <div className="wrap-anywhere mt-8 grid max-w-full gap-1 landscape:max-lg:mt-0">
            <Dialog.Title dir="auto" className="line-clamp-2 text-xl sm:text-2xl">
              {vendor.name}
            </Dialog.Title>
            <p dir="auto" className="line-clamp-3 text-lg sm:text-xl">
              {vendor.company}
            </p>
            <p className="mt-3">{t('qr.hint')}</p>
          </div>
          <Dialog.Close
            aria-label={t('common.close')}
            className="absolute end-[max(1rem,env(safe-area-inset-right))] top-[max(1rem,env(safe-area-inset-top))] grid size-12 place-items-center rounded-full hover:bg-black/10 focus-visible:outline-black"
          >
            <X aria-hidden="true" className="size-6" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
