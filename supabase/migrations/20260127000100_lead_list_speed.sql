-- Lists of thousands of people met. Two changes of how things are written, none of what anybody sees. Safe to run twice.

-- With both sides of a session in one condition, a profile's check reads through the sessions of the caller (seconds for a list of
-- thousands). Apart, each is one look into an index, or one hash for a long list.
drop policy if exists "Read one's own profile, vendors, and people met" on public.profiles;
create policy "Read one's own profile, vendors, and people met" on public.profiles
  for select to authenticated
  using (
    user_id = (select auth.uid())
    or role = 'vendor'
    -- Sessions are themselves cut down to the caller's own by their policy.
    or exists (select 1 from public.sessions s where s.visitor_id = profiles.id)
    or exists (select 1 from public.sessions s where s.vendor_id = profiles.id)
  );

-- As before, but who the caller is is found out once, not for each row.
create or replace view public.lead_list with (security_invoker = true) as
  select
    p.id as person_id, p.role, p.name, p.company, p.designation, p.email, p.phone, p.website, p.linkedin, p.whatsapp, p.wechat,
    p.language, p.avatar_url,
    met.met_at,
    coalesce(l.status, 'new') as status, l.rating, coalesce(l.tags, '{}') as tags, l.note, coalesce(l.answers, '{}') as answers,
    l.follow_up_on, coalesce(l.version, 0) as version, l.updated_at,
    greatest(met.met_at, l.updated_at) as changed_at,
    private.search_key(concat_ws(E'\n', p.name, p.company, p.email, p.designation, array_to_string(l.tags, E'\n'), l.note)) as search
  from (
    select person_id, min(at) as met_at from (
      select s.visitor_id as person_id, coalesce(s.joined_at, s.created_at) as at
        from public.sessions s
        where s.vendor_id = (select private.my_profile_id()) and s.visitor_id is not null
      union all
      select s.vendor_id, coalesce(s.joined_at, s.created_at)
        from public.sessions s
        where s.visitor_id = (select private.my_profile_id())
      union all
      select noted.person_id, noted.created_at
        from public.leads noted
        where noted.owner_id = (select private.my_profile_id())
    ) seen
    group by person_id
  ) met
  join public.profiles p on p.id = met.person_id
  left join public.leads l on l.owner_id = (select private.my_profile_id()) and l.person_id = met.person_id;

-- As before; a text in plain ASCII, which has no marks to take off, is spared the way through Unicode.
create or replace function private.search_key(given text) returns text
  language sql immutable parallel safe set search_path = ''
  as $$
    select case when octet_length(given) = char_length(given)
      then btrim(regexp_replace(lower(given), '\s+', ' ', 'g'))
      else btrim(regexp_replace(
        replace(replace(replace(replace(
          -- What has no counterpart in the second list is taken out: the hamza of its own, and the tatweel.
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
