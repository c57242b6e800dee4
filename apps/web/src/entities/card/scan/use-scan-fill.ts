import { type ScannedFields, scanChanges } from '@dragoman/domain/cards/document-scan';
import { useCallback, useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/** The scanned values of a form, and their confidence. */
export interface ScanMarks {
  /** The values that the machine put in, by field. */
  filled: Readonly<Record<string, string>>;
  /** Fields to look at twice. */
  uncertain: readonly string[];
  /** Other forms of a field's value on the document. */
  otherForms: Readonly<Partial<Record<string, string[]>>>;
}

/** A form that no machine has filled. */
export const NO_MARKS: ScanMarks = { filled: {}, uncertain: [], otherForms: {} };

/** The effect of the last scan on a form. */
export interface ScanFill extends ScanMarks {
  /** The picture that was read, as an address for an <img>; null before the first scan. */
  picture: string | null;
  /** Fills the form with scanned values and keeps the previous ones. */
  fill: (fields: ScannedFields<string>, picture: Blob) => void;
  /** Restores the previous values of the fields that the last scan filled; later typing stays. */
  undo: () => void;
}

interface LastScan extends ScanMarks {
  picture: string;
  before: Record<string, string>;
}

/**
 * Fills a form from a scanned document and remembers which fields were filled; it saves nothing.
 */
export function useScanFill<Values extends FieldValues>(form: UseFormReturn<Values>): ScanFill {
  const [last, setLast] = useState<LastScan | null>(null);
  const picture = last?.picture;

  useEffect(() => (picture ? () => URL.revokeObjectURL(picture) : undefined), [picture]);

  const put = useCallback(
    (values: Record<string, string>) => {
      for (const [field, value] of Object.entries(values)) {
        form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, {
          shouldDirty: true,
          shouldValidate: true,
        });
      }
    },
    [form],
  );

  return {
    ...(last ?? NO_MARKS),
    picture: last?.picture ?? null,
    fill: (fields, blob) => {
      const values = form.getValues() as Record<string, string>;
      const filled = scanChanges(values, fields) as Record<string, string>;
      const before = Object.fromEntries(Object.keys(filled).map((field) => [field, values[field] ?? '']));
      put(filled);
      const { uncertain, otherForms } = fields;
      setLast({ picture: URL.createObjectURL(blob), filled, before, uncertain, otherForms });
    },
    undo: () => {
      if (!last) return;
      const values = form.getValues() as Record<string, string>;
      const untouched = Object.entries(last.before).filter(([field]) => values[field] === last.filled[field]);
      put(Object.fromEntries(untouched));
      setLast(null);
    },
  };
}
