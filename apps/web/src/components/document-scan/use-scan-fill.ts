import { type ScannedFields, scanChanges } from '@dragoman/domain/document-scan';
import { useCallback, useEffect, useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/** What the last scan did to a form. */
export interface ScanFill {
  /** The values that the machine put in, by field. */
  filled: Readonly<Record<string, string>>;
  /** The picture that was read, as an address for an <img>; null before the first scan. */
  picture: string | null;
  /** Puts what a machine read into the form and keeps what stood there. */
  fill: (fields: ScannedFields<string>, picture: Blob) => void;
  /** Puts back what stood in the fields that the last scan filled; what was typed since stays. */
  undo: () => void;
}

interface LastScan {
  picture: string;
  filled: Record<string, string>;
  before: Record<string, string>;
}

/** Fills a form from a scanned document and remembers which fields the machine filled; nothing is saved. */
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
    filled: last?.filled ?? {},
    picture: last?.picture ?? null,
    fill: (fields, blob) => {
      const values = form.getValues() as Record<string, string>;
      const filled = scanChanges(values, fields) as Record<string, string>;
      const before = Object.fromEntries(Object.keys(filled).map((field) => [field, values[field] ?? '']));
      put(filled);
      setLast({ picture: URL.createObjectURL(blob), filled, before });
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
