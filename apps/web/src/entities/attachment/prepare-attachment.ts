import {
  ATTACHMENT_HEAD_BYTES,
  type AttachmentProblem,
  attachmentName,
  checkAttachment,
  PICTURE_MAX_PIXELS,
} from '@dragoman/domain/chat-attachments';
import { pictureSize, redrawPicture } from '@/shared/browser/pictures.ts';

/** The longer side of a sent picture, in pixels: small print on a label stays readable. */
const SENT_SIDE = 2048;
const SENT_QUALITY = 0.85;

/** A picture or file, as it is stored. */
export interface PreparedFile {
  content: Blob;
  /** Its name for people. */
  name: string;
  /** Of a picture, in pixels. */
  size?: { width: number; height: number };
}

export type Prepared =
  | {
      kind: 'ready';
      attachment: PreparedFile;
      /** Of its path in the bucket. */
      ending: string;
    }
  | { kind: 'refused'; problem: AttachmentProblem };

/**
 * Makes a chosen file ready to send: pictures are redrawn, smaller, upright and without what the
 * camera wrote about place and time. A picture that cannot be redrawn is refused. Other files stay
 * as they are. Never rejects.
 */
export async function prepareAttachment(file: File): Promise<Prepared> {
  try {
    return await prepare(file);
  } catch {
    // The file has gone meanwhile, or the browser has no memory for it.
    return { kind: 'refused', problem: 'unreadable' };
  }
}

async function prepare(file: File): Promise<Prepared> {
  const head = new Uint8Array(await file.slice(0, ATTACHMENT_HEAD_BYTES).arrayBuffer());
  const check = checkAttachment(file, head);
  if (check.kind === 'refused') return check;
  // The bytes are read now: some systems take a chosen file away before it is sent.
  const content = new Blob([await file.arrayBuffer()], { type: check.mediaType });
  if (check.kind === 'document') {
    return ready({ content, name: attachmentName(file.name, check.ending) }, check.ending);
  }
  const size = await pictureSize(content);
  if (size && size.width * size.height > PICTURE_MAX_PIXELS) return { kind: 'refused', problem: 'pixels' };
  const drawn = await redrawPicture(content, SENT_SIDE, SENT_QUALITY);
  if (drawn) {
    const { blob, size } = drawn;
    return ready({ content: blob, name: attachmentName(file.name, 'jpg'), size }, 'jpg');
  }
  // Few browsers read HEIC, which phones write with the place.
  return { kind: 'refused', problem: check.mediaType === 'image/heic' ? 'heic' : 'unreadable' };
}

function ready(attachment: PreparedFile, ending: string): Prepared {
  return { kind: 'ready', attachment, ending };
}
