"""From documents to a deployment that answers from them, as a person would go from a notebook."""

import io
import json
import os
import tempfile
import zipfile

import datarobot as dr
import requests
from datarobot.models.genai.llm_blueprint import LLMBlueprint, VectorDatabaseSettings
from datarobot.models.genai.playground import Playground
from datarobot.models.genai.user_limits import UserLimits
from datarobot.models.genai.vector_database import ChunkingParameters, VectorDatabase

dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])

archive = io.BytesIO()
with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
    packed.writestr("docs/tyre.txt", "A flat tyre of a bicycle is repaired with glue and a patch")
    packed.writestr("docs/bread.md", "# Bread\n\nDough is kneaded and baked in a hot oven")
    packed.writestr("docs/tax.html", "<html><body><p>Income is declared to the tax office</p></body></html>")
folder = tempfile.mkdtemp()
path = os.path.join(folder, "docs.zip")
with open(path, "wb") as file:
    file.write(archive.getvalue())

use_case = dr.UseCase.create(name="Documents")
dataset = dr.Dataset.create_from_file(file_path=path, use_cases=use_case)
supported = VectorDatabase.get_supported_embeddings()
chunkings = VectorDatabase.get_supported_text_chunkings()
retrieval = VectorDatabase.get_supported_retrieval_settings()
parameters = ChunkingParameters(
    embedding_model=supported.default_embedding_model,
    chunking_method="recursive",
    chunk_size=128,
    chunk_overlap_percentage=0,
    separators=["\n", " "],
)
database = VectorDatabase.create(dataset.id, parameters, use_case=use_case, name="Handbook")
while database.execution_status in ("NEW", "RUNNING"):
    database = VectorDatabase.get(database.id)
database = database.update(name="Renamed")
part = os.path.join(folder, "part.jsonl")
database.download_text_and_embeddings_asset(file_path=part, part=1)
with open(part, encoding="utf-8") as file:
    lines = [json.loads(line) for line in file]
exported = database.submit_export_dataset_job()

playground = Playground.create(name="First", use_case=use_case)
blueprint = LLMBlueprint.create(
    playground,
    "Reader",
    llm="fake-echo",
    vector_database=database,
    vector_database_settings=VectorDatabaseSettings(max_documents_retrieved_per_prompt=1),
)
version = blueprint.register_custom_model()
registered = dr.RegisteredModelVersion.create_for_custom_model_version(version.id)
deployment = dr.Deployment.create_from_registered_model_version(registered.id, label="Reader")
answer = requests.post(
    f"{os.environ['ENDPOINT']}/deployments/{deployment.id}/chat/completions",
    headers={"Authorization": f"Bearer {os.environ['TOKEN']}"},
    json={"model": "datarobot-deployed-llm", "messages": [{"role": "user", "content": "repair a flat tyre"}]},
    timeout=60,
).json()

print(
    json.dumps(
        {
            "supported": [len(chunkings.text_chunking_configs) > 0, len(retrieval.settings) > 0],
            "database": [database.name, database.execution_status, database.chunks_count, database.version],
            "listed": len(VectorDatabase.list(use_case=use_case)),
            "lines": [len(lines), sorted(line["source"] for line in lines), len(lines[0]["embedding"]) > 0],
            "exported": [exported.vector_database_id == database.id, len(exported.export_dataset_id)],
            "version": [version.version_major, version.is_frozen],
            "deployed": [deployment.label, deployment.model["target_type"]],
            "answer": [answer["citations"][0]["source"], "glue" in answer["choices"][0]["message"]["content"]],
            "counters": [UserLimits.get_llm_requests_count().counter, UserLimits.get_vector_database_count().counter],
        }
    )
)
