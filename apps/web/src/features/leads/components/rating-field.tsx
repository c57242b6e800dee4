import { LEAD_RATINGS, type LeadRating } from '@dragoman/domain/leads/lead';
import { Star } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/ui/cn.ts';

interface RatingFieldProps {
  value: LeadRating | null;
  onChange: (rating: LeadRating | null) => void;
}

/** One to five stars; the chosen one again takes them back. */
export function RatingField({ value, onChange }: RatingFieldProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-0.5 font-semibold text-sm">{t('leads.rating')}</legend>
      <div className="-ms-2 flex">
        {LEAD_RATINGS.map((rating) => (
          <label
            key={rating}
            title={t('leads.stars', { count: rating })}
            // Five stars stay in one line with letters of twice the size.
            className="relative grid h-11 w-11 min-w-0 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={name}
              aria-label={t('leads.stars', { count: rating })}
              checked={value === rating}
              onChange={() => onChange(rating)}
              onClick={() => value === rating && onChange(null)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Star
              aria-hidden="true"
              className={cn(
                'size-7 transition-colors duration-150',
                rating <= (value ?? 0) ? 'fill-accent text-warning' : 'text-line-strong',
              )}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A read-only rating; renders nothing without one. */
export function Stars({ rating }: { rating: LeadRating | null }) {
  const { t } = useTranslation();
  if (!rating) return null;
  return (
    <span role="img" aria-label={t('leads.stars', { count: rating })} className="inline-flex shrink-0">
      {LEAD_RATINGS.map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          className={cn('size-3.5', star <= rating ? 'fill-accent text-warning' : 'text-line-strong/60')}
        />
      ))}
    </span>
  );
}
