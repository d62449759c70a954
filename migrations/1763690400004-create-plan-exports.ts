import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Exports of plans (ADR 0009). The record is the truth of what was asked for; queues only speed it up. The lease says
 * who works on it and until when; a record that is due and has none is offered again. Of a link only digests are
 * kept, one for each time that the mail was begun. A file whose record lets go of it is noted for removal by a
 * trigger, so that nothing that deletes a plan, a user or a company has to know about files.
 */
export class CreatePlanExports1763690400004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE plan_export (
        id text COLLATE "C" CONSTRAINT plan_export_pkey PRIMARY KEY,
        plan_id text COLLATE "C" NOT NULL
          CONSTRAINT plan_export_plan_fkey REFERENCES action_plan ON DELETE CASCADE,
        requested_by text COLLATE "C" NOT NULL,
        status text NOT NULL,
        requested_at timestamptz(3) NOT NULL,
        finished_at timestamptz(3),
        expires_at timestamptz(3),
        attempts integer NOT NULL,
        due_at timestamptz(3) NOT NULL,
        lease_id text,
        leased_until timestamptz(3),
        last_error text,
        file_key text,
        file_name text,
        version integer NOT NULL
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX plan_export_queued_key ON plan_export (plan_id, requested_by) WHERE status = 'QUEUED'`);
    await runner.query('CREATE INDEX plan_export_plan_idx ON plan_export (plan_id)');
    await runner.query('CREATE INDEX plan_export_user_idx ON plan_export (requested_by)');
    await runner.query(`
      CREATE INDEX plan_export_due_idx ON plan_export (due_at) WHERE status IN ('QUEUED', 'RUNNING')`);
    await runner.query(`
      CREATE INDEX plan_export_expiry_idx ON plan_export (expires_at)
        WHERE file_key IS NOT NULL AND status IN ('SENT', 'FAILED')`);
    await runner.query(`
      CREATE TABLE plan_export_link (
        digest bytea CONSTRAINT plan_export_link_pkey PRIMARY KEY,
        export_id text COLLATE "C" NOT NULL
          CONSTRAINT plan_export_link_export_fkey REFERENCES plan_export ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX plan_export_link_export_idx ON plan_export_link (export_id)');
    await runner.query(`
      CREATE TABLE file_deletion (
        key text COLLATE "C" CONSTRAINT file_deletion_pkey PRIMARY KEY,
        due_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX file_deletion_due_idx ON file_deletion (due_at)');
    // Whoever still works on the record may put the file once more before noticing that it is gone.
    await runner.query(`
      CREATE FUNCTION note_file_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO file_deletion (key, due_at)
        VALUES (OLD.file_key, CASE WHEN OLD.leased_until IS NULL THEN now()
          ELSE greatest(OLD.leased_until, now()) + interval '1 minute' END)
        ON CONFLICT (key) DO NOTHING;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER plan_export_deleted AFTER DELETE ON plan_export
        FOR EACH ROW WHEN (OLD.file_key IS NOT NULL) EXECUTE FUNCTION note_file_deletion()`);
    await runner.query(`
      CREATE TRIGGER plan_export_file_dropped AFTER UPDATE OF file_key ON plan_export
        FOR EACH ROW WHEN (OLD.file_key IS NOT NULL AND NEW.file_key IS NULL)
        EXECUTE FUNCTION note_file_deletion()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE plan_export_link, plan_export, file_deletion');
    await runner.query('DROP FUNCTION note_file_deletion()');
  }
}
