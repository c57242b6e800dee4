-- Schema private and the helpers that look at no table of the product.
--
-- Files of this folder are applied in the order of their names and define each object once, in its
-- final form, beside its policies, grants, triggers and indexes. README.md of this
-- folder says how to change the schema.
--
-- Conventions
--   * Tables and functions for clients are in schema public; helpers and bookkeeping are in private,
--     which no API serves.
--   * Row-level security is the only authorisation of data. Every table denies by default; grants
--     name each column that a client may write. apps/server/test/rls-matrix lists who may do what.
--   * Default privileges grant new objects in public to the API roles, here and on Supabase. Each object
--     therefore begins with `revoke all` and then gets the grants that it needs.
--   * Security definer functions set an empty search_path and name every object with its schema.
--   * Helpers that find out who the caller is are called as `(select private.my_profile_id())`:
--     PostgreSQL then evaluates them once for each statement and not for each row.
--   * Functions report errors with codes PTnnn, where nnn is the HTTP status of the answer.

create schema private;
revoke all on schema private from public;
-- anon: PostgREST calls private.require_second_factor() as the role of each request.
grant usage on schema private to anon, authenticated, service_role;

-- True if the caller is a guest: a user without an e-mail address (docs/adr/0025). The auth service
-- sets the claim; users cannot write it.
create function private.am_guest() returns boolean
  language sql stable set search_path = ''
  as $$ select coalesce(((select auth.jwt()) ->> 'is_anonymous')::boolean, false) $$;
revoke all on function private.am_guest() from public;
grant execute on function private.am_guest() to authenticated, service_role;

-- True if `tags` is a list of at most 20 tags of 1 to 40 characters. Check constraints cannot
-- contain subqueries, so they call this function.
create function private.are_tags(tags text[]) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(array_ndims(tags), 1) = 1 and cardinality(tags) <= 20
      and not exists (select 1 from unnest(tags) tag where tag is null or tag !~ '\S' or char_length(tag) > 40)
  $$;
revoke all on function private.are_tags(text[]) from public;
grant execute on function private.are_tags(text[]) to authenticated, service_role;

-- A text in the form that searches compare: lower case, no diacritics, one form of each Arabic
-- letter, ASCII digits. The same as searchKey() in packages/domain/src/search-text.ts. Plain ASCII
-- text skips the Unicode steps.
create function private.search_key(given text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$
    select case when octet_length(given) = char_length(given)
      then btrim(regexp_replace(lower(given), '\s+', ' ', 'g'))
      else btrim(regexp_replace(
        replace(replace(replace(replace(
          -- Letters without a counterpart in the second list are removed: the stand-alone hamza, the tatweel.
          translate(
            lower(regexp_replace(
              normalize(given, nfkd),
              '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0600-\u0605\u0610-\u061c\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0900-\u0903\u093a-\u093c\u093e-\u094f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u20d0-\u20f0\u302a-\u302f\u3099\u309a\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
              '', 'g'
            )),
            'øđðłħıٱىیةہک٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹ءـ',
            'oddlhiاييههك01234567890123456789'
          ),
          'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss'),
        '\s+', ' ', 'g'
      ))
    end
  $$;
revoke all on function private.search_key(text) from public;
grant execute on function private.search_key(text) to authenticated, service_role;

-- Sets the time stamps and the version of a row. A client that updates names the version that it
-- has read (`update ... where version = 3`), so that it does not overwrite a change that another
-- device made in the meantime.
create function private.stamp_version() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.updated_at := clock_timestamp();
    if tg_op = 'INSERT' then
      new.version := 1;
      new.created_at := new.updated_at;
    else
      new.version := old.version + 1;
    end if;
    return new;
  end
  $$;
