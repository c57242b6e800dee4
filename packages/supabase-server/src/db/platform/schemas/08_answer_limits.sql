-- Schema dragoman_rest: functions that statements of the data API call, as the caller's role, to
-- bound their own answers (docs/adr/0004-data-api.md). A schema of its own, since no API role
-- may use schema dragoman. The functions read no table.
create schema dragoman_rest;
revoke all on schema dragoman_rest from public;
grant usage on schema dragoman_rest to public;

-- Ends a statement whose answer has become too large. Volatile, so that the planner never runs it in
-- advance.
create function dragoman_rest.refuse_answer(max_bytes bigint) returns boolean
language plpgsql volatile parallel safe as $$
begin
  raise exception using
    errcode = 'PT413',
    message = pg_catalog.format('The answer is larger than %s bytes', max_bytes),
    hint = 'Ask for fewer columns, or for fewer rows with limit or a filter.';
end $$;

-- Adds to the number of rows that the embedded resources of this transaction have held so far, and
-- ends the statement beyond the budget.
create function dragoman_rest.spend_rows(amount bigint, budget bigint) returns boolean
language plpgsql volatile as $$
declare
  spent bigint := amount + coalesce(
    nullif(pg_catalog.current_setting('dragoman.embedded_rows', true), ''), '0')::bigint;
begin
  if spent > budget then
    raise exception using
      errcode = 'PT413',
      message = pg_catalog.format('The embedded resources of the request have more than %s rows', budget),
      hint = 'Ask for fewer rows with limit or a filter, or for the embedded resources in requests of their own.';
  end if;
  perform pg_catalog.set_config('dragoman.embedded_rows', spent::text, true);
  return true;
end $$;
