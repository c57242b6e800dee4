import { safeFileName } from '@dragoman/domain/file-name';
import { targetLink } from '@dragoman/domain/join-target';
import { LANGUAGE_TAGS, type Language, textDirection } from '@dragoman/domain/languages';
import i18next from 'i18next';
import type { BoothCode, Profile } from '@/shared/api/database-types.ts';
import { readDataUrl } from '@/shared/browser/pictures.ts';
import { loadPageTexts } from '@/shared/i18n/i18n.ts';
import { boothPoster, codeSheet, type Paper, type Sheet } from '../model/booth-poster.ts';
import { type ColorPair, colorsOf } from '../model/code-colors.ts';
import { sheetPdf } from '../model/sheet-pdf.ts';
import { sheetSvg } from '../model/sheet-svg.ts';
import { canvas, fontFamily, matrix } from './code-files.ts';
import { drawSheet, encodeCanvas } from './draw-sheet.ts';

export type FileFormat = 'pdf' | 'png' | 'svg';
/** The code alone, or a poster. */
export type FileSize = 'code' | Paper;

/** Enough of the name to tell the codes of one booth apart. */
const STEM_CHARACTERS = 40;

export interface BoothFileWish {
  format: FileFormat;
  size: FileSize;
  /** The language of the poster's own words. */
  language: Language;
}

export interface BoothFileParts {
  code: Pick<BoothCode, 'code' | 'label' | 'style'>;
  logo: Blob | null;
  vendor: Pick<Profile, 'name' | 'company'>;
  brand: string;
}

/** @returns the link of a booth code, at the address by which this browser reaches the product */
export function boothLink(code: string): string {
  return targetLink(window.location.origin, { kind: 'booth', code });
}

/** The code alone, as it is shown, checked and printed. */
export function boothSheet(code: string, colors: ColorPair, logo: boolean): Sheet {
  return codeSheet(matrix(boothLink(code), logo ? 'H' : 'Q'), colors, logo);
}

/**
 * Makes a file to print.
 * @returns its name and content
 * @throws when the poster's texts cannot be loaded, or the browser cannot make the picture
 */
export async function makeBoothFile(
  parts: BoothFileParts,
  { format, size, language }: BoothFileWish,
): Promise<{ name: string; file: Blob }> {
  const sheet = size === 'code' ? plainSheet(parts) : await posterSheet(parts, size, language);
  const stem = safeFileName([...parts.code.label].slice(0, STEM_CHARACTERS).join(''), 'code');
  const name = [stem, ...(size === 'code' ? ['QR'] : [size.toUpperCase(), language])].join(' ');
  return { name: `${name}.${format}`, file: await write(parts, sheet, format, language) };
}

function plainSheet({ code, logo }: BoothFileParts): Sheet {
  return boothSheet(code.code, colorsOf(code.style), logo !== null);
}

async function posterSheet(
  { code, logo, vendor, brand }: BoothFileParts,
  paper: Paper,
  language: Language,
): Promise<Sheet> {
  await loadPageTexts(language);
  const t = i18next.getFixedT(language);
  const { context, font } = canvas();
  const content = {
    code: matrix(boothLink(code.code), logo ? 'H' : 'Q'),
    colors: colorsOf(code.style),
    logo: logo !== null,
    brand,
    headline: t('boothCodes.posterHeadline'),
    text: t('boothCodes.posterText'),
    direction: textDirection(language),
    label: code.label,
    name: vendor.name ?? '',
    company: vendor.company ?? '',
  };
  return boothPoster(content, paper, (text, pixels, weight) => {
    context.font = font(pixels, weight);
    return context.measureText(text).width;
  });
}

async function write(
  { code, logo }: BoothFileParts,
  sheet: Sheet,
  format: FileFormat,
  language: Language,
): Promise<Blob> {
  if (format === 'svg') {
    const drawing = sheetSvg(sheet, fontFamily(), logo && (await readDataUrl(logo)));
    return new Blob([drawing], { type: 'image/svg+xml' });
  }
  const bitmap = logo && (await createImageBitmap(logo));
  try {
    const drawn = drawSheet(sheet, bitmap);
    if (format === 'png') return await encodeCanvas(drawn, 'image/png');
    const picture = new Uint8Array(await (await encodeCanvas(drawn, 'image/jpeg')).arrayBuffer());
    return sheetPdf({ sheet, picture, title: code.label, language: LANGUAGE_TAGS[language] });
  } finally {
    bitmap?.close();
  }
}
