-- The rows of a deleted account go in an order that PostgreSQL chooses: the name goes with the id.
create function private.forget_exporter() returns trigger
  language plpgsql set search_path = ''
  as $$
  begin
    new.exported_by_name := null;
    return new;
  end
  $$;
revoke all on function private.forget_exporter() from public;
create trigger forget_exporter before update on public.lead_exports
  for each row when (new.exported_by is null) execute function private.forget_exporter();
