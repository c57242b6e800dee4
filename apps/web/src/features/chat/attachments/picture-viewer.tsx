import { Download, ScanText, X, ZoomIn, ZoomOut } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch';
import type { Profile } from '@/shared/api/database-types.ts';
import { useObjectUrl } from '@/shared/hooks/use-object-url.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Spinner } from '@/shared/ui/status/spinner.tsx';
import type { ViewedPicture } from './attachments-context.ts';
import { PictureText } from './picture-text.tsx';
import { useChatPicture } from './use-chat-picture.ts';

interface PictureViewerProps {
  me: Profile;
  picture: ViewedPicture;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const MAX_SCALE = 8;

/**
 * A picture of the chat over the whole screen: zoom by pinch, wheel, double tap, buttons and keys,
 * and the text in it.
 */
export function PictureViewer({ me, picture, open, onOpenChange }: PictureViewerProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <ViewerContent key={picture.message.id} me={me} picture={picture} />
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function ViewerContent({ me, picture }: Pick<PictureViewerProps, 'me' | 'picture'>) {
  const { t } = useTranslation();
  const { message, name, path, preview } = picture;
  const stored = useChatPicture(path, !message.attachment);
  const whole = message.attachment ?? stored.data ?? null;
  const url = useObjectUrl(whole ?? preview);
  const zoom = useRef<ReactZoomPanPinchRef>(null);
  const opener = useRef<Element | null>(null);
  const [isRead, setRead] = useState(false);

  function onKeyDown(event: KeyboardEvent) {
    // The browser zooms the page.
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === '+' || event.key === '=') zoom.current?.zoomIn();
    else if (event.key === '-') zoom.current?.zoomOut();
    else if (event.key === '0') zoom.current?.resetTransform();
    else return;
    event.preventDefault();
  }

  return (
    <RadixDialog.Content
      aria-describedby={undefined}
      onKeyDown={onKeyDown}
      onOpenAutoFocus={() => {
        opener.current = document.activeElement;
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        if (opener.current instanceof HTMLElement) opener.current.focus();
      }}
      className="fixed inset-0 z-50 flex animate-fade flex-col bg-black text-white outline-none"
    >
      <div className="flex items-center justify-end ps-[max(0.75rem,env(safe-area-inset-left))] pe-[max(0.25rem,env(safe-area-inset-right))] pt-[env(safe-area-inset-top)]">
        <RadixDialog.Title dir="auto" className="page-aligned min-w-0 flex-1 truncate py-3 text-sm">
          {name}
        </RadixDialog.Title>
        <ViewerButton label={t('chat.attach.zoomOut')} onClick={() => zoom.current?.zoomOut()}>
          <ZoomOut aria-hidden="true" className="size-5" />
        </ViewerButton>
        <ViewerButton label={t('chat.attach.zoomIn')} onClick={() => zoom.current?.zoomIn()}>
          <ZoomIn aria-hidden="true" className="size-5" />
        </ViewerButton>
        {whole && url && (
          <a href={url} download={name} aria-label={t('chat.fileDownload')} className={viewerButton}>
            <Download aria-hidden="true" className="size-5" />
          </a>
        )}
        <RadixDialog.Close aria-label={t('common.close')} className={viewerButton}>
          <X aria-hidden="true" className="size-5" />
        </RadixDialog.Close>
      </div>
      {/* Positions in a picture count from its left in every language. */}
      <div dir="ltr" className="min-h-0 flex-1">
        {url && (
          <TransformWrapper ref={zoom} minScale={1} maxScale={MAX_SCALE} doubleClick={{ mode: 'toggle' }}>
            <TransformComponent
              wrapperStyle={{ width: '100%', height: '100%' }}
              contentStyle={{ width: '100%', height: '100%' }}
            >
              <img src={url} alt={name} draggable={false} className="size-full object-contain" />
            </TransformComponent>
          </TransformWrapper>
        )}
      </div>
      <div className="max-h-[45dvh] overflow-y-auto overscroll-contain bg-surface ps-[max(1rem,env(safe-area-inset-left))] pe-[max(1rem,env(safe-area-inset-right))] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] text-ink">
        {whole === null ? (
          <WholePicture failed={stored.isError} onRetry={() => void stored.refetch()} />
        ) : isRead ? (
          <PictureText me={me} message={message} content={whole} />
        ) : (
          <Button variant="secondary" className="mx-auto flex w-full max-w-md" onClick={() => setRead(true)}>
            <ScanText aria-hidden="true" className="size-5" />
            {t('chat.attach.readText')}
          </Button>
        )}
      </div>
    </RadixDialog.Content>
  );
}

/** While the whole picture is on its way; its thumbnail is there. */
function WholePicture({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const { t } = useTranslation();
  if (!failed) {
    return (
      <p role="status" className="flex min-h-11 items-center justify-center gap-2">
        <Spinner className="size-5" />
        {t('chat.attach.loading')}
      </p>
    );
  }
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-center gap-x-3">
      <p role="alert">{t('chat.attach.failed')}</p>
      <Button variant="link" size="inline" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  );
}

const viewerButton =
  'grid size-(--target) shrink-0 place-items-center rounded-control text-white hover:bg-white/15 focus-visible:outline-white';

function ViewerButton(props: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" aria-label={props.label} onClick={props.onClick} className={viewerButton}>
      {props.children}
    </button>
  );
}
