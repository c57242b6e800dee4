import { Camera, FileText, Images } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { useMediaQuery } from '@/shared/hooks/use-media-query.ts';
import type { AttachSource } from './attachments-context.ts';

interface AttachMenuProps {
  /** The button, in the view's own coordinates. */
  anchor: DOMRect;
  onChoose: (source: AttachSource) => void;
  onClose: () => void;
}

const ICONS = { camera: Camera, gallery: Images, document: FileText };

/** Where a picture or file comes from; loaded on first use. */
export function AttachMenu({ anchor, onChoose, onClose }: AttachMenuProps) {
  const { t } = useTranslation();
  // Elsewhere the dialog of a camera is that of files.
  const hasCamera = useMediaQuery('(pointer: coarse)');
  const sources: AttachSource[] = hasCamera ? ['camera', 'gallery', 'document'] : ['gallery', 'document'];
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden="true"
          tabIndex={-1}
          className="pointer-events-none fixed"
          style={{ top: anchor.top, left: anchor.left, width: anchor.width, height: anchor.height }}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={t('chat.attach.add')}
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => event.preventDefault()}
          className="z-40 min-w-52 animate-fade rounded-card border border-line bg-surface p-1 shadow-soft data-[state=closed]:animate-none"
        >
          {sources.map((source) => {
            const Icon = ICONS[source];
            return (
              <DropdownMenu.Item
                key={source}
                onSelect={() => onChoose(source)}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm outline-none data-highlighted:bg-sunken"
              >
                <Icon aria-hidden="true" className="size-4.5 text-ink-soft" />
                {t(`chat.attach.${source}`)}
              </DropdownMenu.Item>
            );
          })}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
