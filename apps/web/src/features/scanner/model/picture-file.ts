/** Why a chosen file gives no code. */
export type PictureFailure = 'notAPicture' | 'heic' | 'unreadable' | 'reader';

type FileFacts = Pick<File, 'name' | 'type'>;

/** Phones leave the type of a HEIC file empty where the browser does not know it. */
function isHeic({ name, type }: FileFacts): boolean {
  return /^image\/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name);
}

/** @returns whether a file is worth trying: a picture, or one that does not say what it is. */
export function mayBePicture(file: FileFacts): boolean {
  return file.type === '' || file.type.startsWith('image/');
}

/**
 * @returns why a file could not be shown by the browser. HEIC is tried first, because some browsers
 * read it.
 */
export function undecodable(file: FileFacts): PictureFailure {
  if (isHeic(file)) return 'heic';
  return file.type === '' ? 'notAPicture' : 'unreadable';
}
