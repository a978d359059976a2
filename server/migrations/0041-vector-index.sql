-- Where vectors are searched: in memory by a scan of the files, or in tables of pgvector, exactly or through an index.
ALTER TABLE genai_vector_databases ADD COLUMN vector_index text
  CHECK (vector_index IN ('scan', 'pgvector', 'pgvector-hnsw', 'pgvector-hnsw-half'));
UPDATE genai_vector_databases SET vector_index = 'scan' WHERE execution_status = 'COMPLETED';

-- A table for each vector database, made when it is built and the extension is there. What they hold is in the files too,
-- so they are in no backup; a schema of their own keeps them apart.
CREATE SCHEMA IF NOT EXISTS genai_vectors;

-- However a vector database goes (deleted, with its use case, with its organization), its vectors go with it.
CREATE FUNCTION genai_drop_vectors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DROP TABLE IF EXISTS genai_vectors.%I', 'of_' || OLD.id);
  RETURN NULL;
END $$;
CREATE TRIGGER genai_drop_vectors AFTER DELETE ON genai_vector_databases
  FOR EACH ROW EXECUTE FUNCTION genai_drop_vectors();
