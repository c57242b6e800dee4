import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SessionQr } from '../../../components/session-qr.tsx';
import type { Profile } from '../../../lib/database-types.ts';

interface FullScreenCodeProps {
  sessionId: string;
  vendor: Pick<Profile, 'name' | 'company'>;
  /** The button that opens it. */
  children: ReactNode;
}

/** The code as an airport sign: as large as the screen allows, black on white in both schemes, legible at three metres. */
export function FullScreenCode({ sessionId, vendor, children }: FullScreenCodeProps) {
  const { t } = useTranslation();
  return (
    <Dialog.Root>
      <Dialog.Trigger asChild>{children}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-50 flex animate-fade flex-col items-center justify-center gap-2 bg-white p-6 text-center text-black"
        >
          <SessionQr sessionId={sessionId} size={1000} className="w-[min(82vw,66dvh)] p-0 " />
          <Dialog.Title className="mt-6 text-xl">
            <bdi>{vendor.name}</bdi>
          </Dialog.Title>
          <p className="text-lg">
            <bdi>{vendor.company}</bdi>
          </p>
          <p className="mt-2 text-sm">{t('qr.hint')}</p>
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
