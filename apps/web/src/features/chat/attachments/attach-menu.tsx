import { CalendarClock, Camera, FileText, Images } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { useMediaQuery } from '@/shared/hooks/use-media-query.ts';
import { MenuContent, menuItem } from '@/shared/ui/overlay/menu-content.tsx';
import type { AttachSource } from './attachments-context.ts';

interface AttachMenuProps {
  /** The button, in the view's own coordinates. */
  anchor: DOMRect;
  onChoose: (source: AttachSource) => void;
  /** Null where the chat takes no proposals of meetings. */
  onMeeting: (() => void) | null;
  onClose: () => void;
}

const ICONS = { camera: Camera, gallery: Images, document: FileText };

/** Where a picture or file comes from; loaded on first use. */
export function AttachMenu({ anchor, onChoose, onMeeting, onClose }: AttachMenuProps) {
  const { t, i18n } = useTranslation();
  // Elsewhere the dialog of a camera is that of files.
  const hasCamera = useMediaQuery('(pointer: coarse)');
  const sources: AttachSource[] = hasCamera ? ['camera', 'gallery', 'document'] : ['gallery', 'document'];
  return (
    <DropdownMenu.Root open dir={i18n.dir()} modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden="true"
          tabIndex={-1}
          className="pointer-events-none fixed"
          style={{ top: anchor.top, left: anchor.left, width: anchor.width, height: anchor.height }}
        />
      </DropdownMenu.Trigger>
      <MenuContent aria-label={t('chat.attach.add')} side="top" align="start" sideOffset={6}>
        {sources.map((source) => {
          const Icon = ICONS[source];
          return (
            <DropdownMenu.Item key={source} onSelect={() => onChoose(source)} className={menuItem}>
              <Icon aria-hidden="true" className="size-4.5 text-ink-soft" />
              {t(`chat.attach.${source}`)}
            </DropdownMenu.Item>
          );
        })}
        {onMeeting && (
          // After the focus has gone back: the dialog returns it there.
          <DropdownMenu.Item onSelect={() => void setTimeout(onMeeting)} className={menuItem}>
            <CalendarClock aria-hidden="true" className="size-4.5 text-ink-soft" />
            {t('meetings.propose')}
          </DropdownMenu.Item>
        )}
      </MenuContent>
    </DropdownMenu.Root>
  );
}
