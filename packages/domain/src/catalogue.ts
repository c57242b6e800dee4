import { attachmentName } from './chat-attachments.ts';
import type { Language } from './languages.ts';
import { characterCount, isBlank, storableText } from './text.ts';

// A booth's catalogue (specification 3.8): brochures and products, and what of them a message has.

/** A brochure is a PDF; a product may have a picture. */
export type CatalogueKind = 'brochure' | 'product';

/** Items of a booth; the database checks the same number. */
export const CATALOGUE_MAX_ITEMS = 200;

/** Longest texts of an item, in characters; the database checks the same numbers. */
export const CATALOGUE_LENGTHS = { name: 120, price: 60, minimum_quantity: 60, description: 1000 } as const;

/** The part of a product that is never translated, as its booth wrote it. */
export interface Product {
  price?: string;
  minimum_quantity?: string;
}

/** The texts of an item as its form has them. */
export interface CatalogueTexts {
  language: Language;
  name: string;
  price: string;
  minimum_quantity: string;
  description: string;
}

export type CatalogueField = keyof typeof CATALOGUE_LENGTHS;

export interface CatalogueFault {
  field: CatalogueField;
  fault: 'blank' | 'too-long';
}

/** The texts of an item as the database keeps them. */
export interface CheckedTexts {
  language: Language;
  name: string;
  price: string | null;
  minimum_quantity: string | null;
  description: string | null;
}

/**
 * Checks the texts of an item's form.
 * @returns the texts to keep, each but the description on one line; or the first text that cannot be
 * kept, and why
 */
export function checkCatalogueTexts(texts: CatalogueTexts): { texts: CheckedTexts } | CatalogueFault {
  const checked = {
    name: oneLine(texts.name),
    price: oneLine(texts.price),
    minimum_quantity: oneLine(texts.minimum_quantity),
    description: storableText(texts.description).trim(),
  };
  if (isBlank(checked.name)) return { field: 'name', fault: 'blank' };
  for (const field of ['name', 'price', 'minimum_quantity', 'description'] as const) {
    if (characterCount(checked[field]) > CATALOGUE_LENGTHS[field]) return { field, fault: 'too-long' };
  }
  const { name, price, minimum_quantity, description } = checked;
  return {
    texts: {
      language: texts.language,
      name,
      price: orNull(price),
      minimum_quantity: orNull(minimum_quantity),
      description: orNull(description),
    },
  };
}

function oneLine(text: string): string {
  return storableText(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function orNull(text: string): string | null {
  return isBlank(text) ? null : text;
}

/**
 * @returns the words of the message that an item becomes, which are translated: the name, and from
 * the second line on the description
 */
export function wordsOfItem({ name, description }: Pick<CheckedTexts, 'name' | 'description'>): string {
  return description ? `${name}\n${description}` : name;
}

/** @returns name and description out of the words of a product's message, or of their translation */
export function splitProductWords(words: string): { name: string; description: string } {
  const end = words.indexOf('\n');
  if (end < 0) return { name: words, description: '' };
  return { name: words.slice(0, end).trimEnd(), description: words.slice(end + 1).trimStart() };
}

/** @returns the name under which an item's file is shown and saved */
export function itemFileName(item: { kind: CatalogueKind; name: string; file_name: string | null }): string {
  return item.kind === 'brochure' && item.file_name ? item.file_name : attachmentName(item.name, 'jpg');
}

/** Reads the product of a message. @returns null for any other message */
export function readProduct(value: unknown): Product | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { price, minimum_quantity } = value as Record<string, unknown>;
  return {
    ...(typeof price === 'string' && { price }),
    ...(typeof minimum_quantity === 'string' && { minimum_quantity }),
  };
}

/**
 * @param words of a message; null without any
 * @param product as the message has it
 * @returns the words with price and minimum quantity, for the assistant
 */
export function withProductTerms(words: string | null, product: unknown): string | null {
  const { price, minimum_quantity } = readProduct(product) ?? {};
  return words && [words, price, minimum_quantity].filter(Boolean).join('\n');
}
