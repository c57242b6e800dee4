import { CAPTION_MAX_LENGTH } from '@dragoman/domain/chat-attachments';
import { FileText, SendHorizontal, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AttachmentProblemText } from '@/entities/attachment/attachment-problem-text.tsx';
import { type Prepared, prepareAttachment } from '@/entities/attachment/prepare-attachment.ts';
import { formatFileSize } from '@/shared/format/file-size.ts';
import { useObjectUrl } from '@/shared/hooks/use-object-url.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field } from '@/shared/ui/form/field.tsx';
import { TextArea } from '@/shared/ui/form/text-area.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { Spinner } from '@/shared/ui/status/spinner.tsx';

type Ready = Extract<Prepared, { kind: 'ready' }>;

interface AttachmentPreviewProps {
  files: readonly File[];
  /** @param caption empty without one */
  onSend: (files: readonly Ready[], caption: string) => void;
  onClose: () => void;
}

interface Item {
  file: File;
  prepared: Prepared | null;
}

/** Shows chosen pictures and files before they are sent, and why some are not. */
export function AttachmentPreview({ files, onSend, onClose }: AttachmentPreviewProps) {
  const { t } = useTranslation();
  const [items, setItems] = useState<readonly Item[]>(() => files.map((file) => ({ file, prepared: null })));

  useEffect(() => {
    let over = false;
    async function prepareAll() {
      // One after the other: a large photo takes as much memory as all the app.
      for (const file of files) {
        const prepared = await prepareAttachment(file);
        if (over) return;
        setItems((known) => known.map((item) => (item.file === file ? { file, prepared } : item)));
      }
    }
    void prepareAll();
    return () => {
      over = true;
    };
  }, [files]);

  const [caption, setCaption] = useState('');
  const ready = items.flatMap(({ prepared }) => (prepared?.kind === 'ready' ? [prepared] : []));
  const isPreparing = items.some(({ prepared }) => prepared === null);

  function remove(file: File) {
    const left = items.filter((item) => item.file !== file);
    if (left.length === 0) onClose();
    else setItems(left);
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('chat.attach.title')} description={t('chat.attach.hint')}>
        <ul className="max-h-[38dvh] divide-y divide-line overflow-y-auto overscroll-contain rounded-card border border-line">
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none moves.
            <li key={`${index}-${item.file.name}`}>
              <PreviewItem {...item} onRemove={() => remove(item.file)} />
            </li>
          ))}
        </ul>
        {(isPreparing || ready.length > 0) && (
          <div className="mt-4">
            <Field
              label={t('chat.attach.caption')}
              hint={t(items.length > 1 ? 'chat.attach.captionHintMany' : 'chat.attach.captionHint')}
            >
              {(control) => (
                <TextArea
                  {...control}
                  rows={1}
                  maxLength={CAPTION_MAX_LENGTH}
                  value={caption}
                  onChange={({ target }) => setCaption(target.value)}
                  className="max-h-[20dvh] resize-none py-2.5"
                />
              )}
            </Field>
          </div>
        )}
        <Button
          className="mt-4 w-full"
          busy={isPreparing}
          disabled={ready.length === 0}
          onClick={() => onSend(ready, caption.trim())}
        >
          <SendHorizontal aria-hidden="true" className="size-5 flip-rtl" />
          {t('chat.attach.send')}
        </Button>
      </DialogContent>
    </Dialog>
  );
}

function PreviewItem({ file, prepared, onRemove }: Item & { onRemove: () => void }) {
  const { t, i18n } = useTranslation();
  const isReady = prepared?.kind === 'ready';
  const name = isReady ? prepared.attachment.name : file.name;
  const size = isReady ? prepared.attachment.content.size : file.size;
  return (
    <div className="flex items-center gap-3 p-2 max-xs:gap-1.5 max-xs:p-1">
      <Thumbnail prepared={prepared} name={file.name} />
      <div className="min-w-0 flex-1 text-sm">
        <p dir="auto" className="page-aligned line-clamp-2 max-xs:line-clamp-none [overflow-wrap:anywhere]">
          {name}
        </p>
        <p className="text-ink-soft text-xs tabular-nums">{formatFileSize(size, i18n.language)}</p>
        {prepared?.kind === 'refused' && (
          <p role="alert" className="text-danger text-xs">
            <AttachmentProblemText problem={prepared.problem} file={file} />
          </p>
        )}
      </div>
      <button
        type="button"
        aria-label={t('chat.attach.remove', { name: file.name })}
        onClick={onRemove}
        className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}

function Thumbnail({ prepared, name }: { prepared: Prepared | null; name: string }) {
  const { t } = useTranslation();
  const picture = prepared?.kind === 'ready' && prepared.attachment.size ? prepared.attachment.content : null;
  const url = useObjectUrl(picture);
  return (
    <span className="grid size-[56px] shrink-0 place-items-center overflow-hidden rounded-control bg-sunken text-ink-soft">
      {url ? (
        <img src={url} alt="" className="size-full object-cover" />
      ) : prepared === null ? (
        <span role="status">
          <Spinner className="size-5" />
          <span className="sr-only">{t('chat.attach.preparing', { name })}</span>
        </span>
      ) : (
        <FileText aria-hidden="true" className="size-6" />
      )}
    </span>
  );
}
