-- Projects of Supabase that grant all on new objects to their API roles gave service_role more than the
-- schema files say. Elsewhere this changes nothing.
revoke all on public.booth_code_summaries, public.session_summaries, public.chat_list, public.lead_list,
  public.report_list, public.report_desk from service_role;
grant select on public.booth_code_summaries, public.session_summaries, public.chat_list, public.lead_list,
  public.report_list, public.report_desk to service_role;
revoke all on function public.add_material(text, int, jsonb), public.search_material(text, int, int) from service_role;
