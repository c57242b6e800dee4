import { DOCUMENT_ENDINGS } from '@dragoman/domain/chat-attachments';
import { Paperclip } from 'lucide-react';
import { type ChangeEvent, memo, use, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { Tooltip } from '@/shared/ui/overlay/tooltip.tsx';
import { MeetingsContext } from '../meetings/meetings-context.ts';
import { AttachmentsContext } from './attachments-context.ts';

const loadMenu = async () => (await import('./attach-menu.tsx')).AttachMenu;

const DOCUMENTS = DOCUMENT_ENDINGS.map((ending) => `.${ending}`).join(',');

/**
 * The button of the composer that adds pictures, files and meetings; nothing where the chat takes
 * none.
 */
export const AttachButton = memo(function AttachButton({ className }: { className?: string }) {
  const { t } = useTranslation();
  const choose = use(AttachmentsContext)?.choose;
  const propose = use(MeetingsContext)?.propose;
  const button = useRef<HTMLButtonElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const document = useRef<HTMLInputElement>(null);
  const [anchor, setAnchor] = useState<DOMRect | null>(null);
  const AttachMenu = useLazyComponent(anchor !== null, loadMenu, () => setAnchor(null));
  if (!choose) return null;
  const inputs = { camera, gallery, document };

  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])];
    // Lets the user choose the same file again.
    target.value = '';
    if (files.length > 0) choose?.(files);
  }

  const hidden = { type: 'file', className: 'hidden', 'aria-hidden': true, tabIndex: -1, onChange } as const;
  return (
    <>
      <input ref={camera} {...hidden} accept="image/*" capture="environment" data-attach="camera" />
      <input ref={gallery} {...hidden} accept="image/*" multiple data-attach="gallery" />
      <input ref={document} {...hidden} accept={DOCUMENTS} multiple data-attach="document" />
      <Tooltip text={t('chat.attach.add')}>
        <button
          ref={button}
          type="button"
          aria-label={t('chat.attach.add')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
          className={className}
        >
          <Paperclip aria-hidden="true" className="size-5" />
        </button>
      </Tooltip>
      {anchor && AttachMenu && (
        <AttachMenu
          anchor={anchor}
          onChoose={(source) => inputs[source].current?.click()}
          onMeeting={propose ? () => propose(null) : null}
          onClose={() => {
            setAnchor(null);
            button.current?.focus();
          }}
        />
      )}
    </>
  );
});
