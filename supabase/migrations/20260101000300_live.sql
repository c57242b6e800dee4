-- What the web app listens to: chat messages, a visitor joining, a counterpart's changed name or language.
do $$
declare
  live text;
begin
  foreach live in array array['messages', 'sessions', 'profiles'] loop
    if not exists (
      select 1 from pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname = 'public' and tablename = live
    ) then
      execute format('alter publication supabase_realtime add table public.%I', live);
    end if;
  end loop;
end
$$;
