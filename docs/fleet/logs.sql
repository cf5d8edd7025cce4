-- Views over logs as they are, for DuckDB: one JSON object a line, of any number of files.
--
--     duckdb -cmd "SET VARIABLE logs = 'Logs/**/*.jsonl'" -init docs/fleet/logs.sql
--
-- The variable can name a bucket too, such as 's3://sessions/2026-11-*/**/*.jsonl' (INSTALL httpfs).
-- A line that is torn or damaged is left out. Results are exact for whole logs; `rexreplay info
-- --check` tells which are not.

-- Every line, with the members that the views use. A line can be as long as a whole state.
CREATE OR REPLACE VIEW lines AS
SELECT * EXCLUDE (filename), filename AS log
FROM read_json(
  getvariable('logs'), format = 'newline_delimited', filename = true, ignore_errors = true,
  maximum_object_size = 268435456,
  columns = {
    kind: 'VARCHAR', id: 'VARCHAR', startedAt: 'TIMESTAMP',
    app: 'STRUCT("name" VARCHAR, "version" VARCHAR, build VARCHAR)',
    system: 'STRUCT(os VARCHAR, arch VARCHAR)',
    seq: 'BIGINT', timeMs: 'DOUBLE', cause: 'BIGINT', type: 'VARCHAR', action: 'JSON',
    source: 'STRUCT(file VARCHAR, line BIGINT, "function" VARCHAR)',
    tookMs: 'DOUBLE', error: 'VARCHAR', patch: 'JSON', reason: 'VARCHAR'
  });

-- A row for each file: its session, and how it ended; `ending` is null if it was not closed, and in
-- all segments of a session but the last.
CREATE OR REPLACE VIEW sessions AS
WITH first_lines AS (
  SELECT log, any_value(id) AS id, min(startedAt) AS started_at,
    any_value(app) AS app, any_value(system) AS system
  FROM lines WHERE kind = 'session' GROUP BY log),
ends AS (
  SELECT log, count(*) FILTER (kind = 'action') AS actions, max(timeMs) AS duration_ms,
    any_value(reason) FILTER (kind = 'end') AS ending
  FROM lines GROUP BY log)
SELECT log, id, started_at, app.name AS app, app.version AS "version", app.build AS build,
  system.os AS os, actions, duration_ms, ending
FROM first_lines JOIN ends USING (log);

-- A row for each action, with the build that recorded it.
CREATE OR REPLACE VIEW actions AS
SELECT log, seq, timeMs AS time_ms, type, action, cause, source, tookMs AS took_ms, error,
  sessions.app, sessions.version, sessions.build
FROM lines JOIN sessions USING (log)
WHERE kind = 'action';

-- A row for each operation of a patch. The pattern has * for indices and ids, as `triage` does.
CREATE OR REPLACE VIEW changes AS
SELECT log, seq, type, op.op, op.path, op.value,
  regexp_replace(op.path, '/[^/]*[^/\p{L}_$][^/]*', '/*', 'g') AS pattern
FROM (
  SELECT log, seq, type, unnest(from_json(patch,
    '[{"op": "VARCHAR", "path": "VARCHAR", "value": "JSON"}]')) AS op
  FROM lines WHERE kind = 'action' AND json_type(patch) = 'ARRAY');

-- The reducers that take longest, by percentile and build.
CREATE OR REPLACE MACRO slowest_reducers(least_count := 20) AS TABLE
SELECT type, app, "version", build, count(*) AS actions,
  round(quantile_cont(took_ms, 0.5), 3) AS p50_ms, round(quantile_cont(took_ms, 0.99), 3) AS p99_ms,
  max(took_ms) AS max_ms
FROM actions GROUP BY ALL HAVING count(*) >= least_count
ORDER BY p99_ms DESC, type, app, "version", build;

-- The actions that came last in logs that were not closed, as by a crash, against all others: a lift
-- of 10 means that the action is ten times as frequent there.
CREATE OR REPLACE MACRO before_a_crash(last_count := 5) AS TABLE
WITH ranked AS (
  SELECT type, ending IS NULL
    AND row_number() OVER (PARTITION BY log ORDER BY seq DESC) <= last_count AS is_last
  FROM actions JOIN sessions USING (log))
SELECT type, count(*) FILTER (is_last) AS before_a_crash, count(*) FILTER (NOT is_last) AS elsewhere,
  round(
    (before_a_crash / sum(before_a_crash) OVER ()) / ((elsewhere + 1) / (sum(elsewhere) OVER () + 1)),
    1) AS lift
FROM ranked GROUP BY type HAVING before_a_crash > 0
ORDER BY before_a_crash DESC, type;

-- How many elements the array or dictionary at a path gains and loses, by build: what only grows
-- leaks. `prefix` is a pointer such as '/messages'.
CREATE OR REPLACE MACRO growth(prefix) AS TABLE
SELECT app, "version", build, count(DISTINCT log) AS logs,
  count(*) FILTER (op = 'add') AS added, count(*) FILTER (op = 'remove') AS removed,
  round((added - removed) / logs, 1) AS growth_per_log
FROM changes JOIN sessions USING (log)
WHERE starts_with(path, prefix || '/') AND NOT contains(substr(path, length(prefix) + 2), '/')
GROUP BY ALL ORDER BY growth_per_log DESC, app, "version", build;

-- The patterns of paths that change most, and the actions that change them.
CREATE OR REPLACE MACRO busiest_paths() AS TABLE
SELECT pattern, count(*) AS changes, count(DISTINCT log) AS logs, mode(type) AS most_often_by
FROM changes GROUP BY pattern ORDER BY changes DESC, pattern;

-- The groups of a report of `triage --json`: FROM bugs('report.json').
CREATE OR REPLACE MACRO bugs(report) AS TABLE
SELECT bug.kind AS kind, bug.type AS type, bug.path AS path, bug.source.file AS file,
  bug.detail AS detail, bug.logs AS logs, bug.findings AS findings,
  bug.first.startedAt AS first_seen, bug.first.build AS first_build, bug.example.log AS example,
  bug.command AS command
FROM (
  SELECT unnest("groups") AS bug FROM read_json(
    report, maximum_object_size = 268435456, columns = {
      "groups": 'STRUCT(kind VARCHAR, type VARCHAR, path VARCHAR, source STRUCT(file VARCHAR),
        detail VARCHAR, logs BIGINT, findings BIGINT,
        "first" STRUCT(startedAt TIMESTAMP, build VARCHAR), example STRUCT(log VARCHAR),
        command VARCHAR)[]'}))
ORDER BY logs DESC, findings DESC, kind, type;
