"""Playgrounds and all that is in them, as a person would use them from a notebook."""

import json
import os

import datarobot as dr
from datarobot.models.genai.chat import Chat
from datarobot.models.genai.chat_prompt import ChatPrompt, FeedbackMetadata, MetricMetadata
from datarobot.models.genai.comparison_chat import ComparisonChat
from datarobot.models.genai.comparison_prompt import ComparisonPrompt, FeedbackResult
from datarobot.models.genai.llm import LLMDefinition
from datarobot.models.genai.llm_blueprint import LLMBlueprint
from datarobot.models.genai.llm_gateway_catalog import LLMGatewayCatalog
from datarobot.models.genai.playground import Playground
from datarobot.models.genai.user_limits import UserLimits

dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])

entry = LLMGatewayCatalog.verify_model_availability("fake/echo")
llm = next(one for one in LLMDefinition.list(as_dict=False) if one.id == "fake-echo")
use_case = dr.UseCase.create(name="Words")
playground = Playground.create(name="First", description="Words", use_case=use_case)
playground = playground.update(name="Renamed")

settings = {"system_prompt": "Be brief", "temperature": 0.5}
plain = LLMBlueprint.create(playground, "Plain", llm=llm, llm_settings=settings)
plain = plain.update(is_saved=True, is_starred=True)
copy = LLMBlueprint.create_from_llm_blueprint(plain, "Copy")

chat = Chat.create("Chat", copy)
first = ChatPrompt.create("hello there", chat=chat, llm_settings={}, wait_for_completion=True)
second = ChatPrompt.create("again", chat=chat, wait_for_completion=True)
judged = second.update(
    custom_metrics=[MetricMetadata(name="care", value=1)], feedback_metadata=FeedbackMetadata(feedback="1")
)
from_prompt = second.create_llm_blueprint("As asked")
other = copy.update(is_saved=True)

comparison_chat = ComparisonChat.create("Both", playground)
compared = ComparisonPrompt.create([plain, other], "which", comparison_chat=comparison_chat, wait_for_completion=True)
compared = compared.update(
    feedback_result=FeedbackResult(
        comparison_prompt_result_id=compared.results[0].id, feedback_metadata=FeedbackMetadata(feedback="1")
    )
)
shown = Playground.get(playground.id)
counters = [UserLimits.get_llm_requests_count().counter, UserLimits.get_vector_database_count().counter]
listed = [
    len(Playground.list(use_case=use_case)),
    len(ChatPrompt.list(chat=chat)),
    len(ComparisonPrompt.list(comparison_chat=comparison_chat)),
    len(LLMBlueprint.list(playground=playground, is_saved=False)),
]
shown_saved = shown.saved_llm_blueprints_count
shown.delete()

print(
    json.dumps(
        {
            "catalog": [entry.model, entry.llm_id, entry.is_active],
            "llm": [llm.name, [setting.id for setting in llm.settings]],
            "playground": [playground.name, playground.description, len(Playground.list()) + 1, shown_saved - 1],
            "blueprint": [plain.name, plain.llm_id, plain.llm_settings, plain.is_saved, plain.is_starred],
            "copied": [copy.name, copy.is_saved],
            "first": [
                first.result_text,
                first.execution_status,
                first.result_metadata.total_token_count,
                first.citations,
            ],
            "second": [len(second.chat_prompt_ids_included_in_history), len(second.result_metadata.final_prompt)],
            "feedback": [
                len(judged.result_metadata.feedback_result.positive_user_ids),
                len(judged.result_metadata.feedback_result.negative_user_ids),
                judged.result_metadata.metrics[0].name,
            ],
            "from_prompt": [from_prompt.llm_id, from_prompt.llm_settings["temperature"]],
            "compared": [
                len(compared.results),
                [result.execution_status for result in compared.results],
                len(compared.results[0].result_metadata.feedback_result.positive_user_ids),
            ],
            "listed": listed,
            "counters": counters,
            "after": [len(Playground.list()), UserLimits.get_llm_requests_count().counter],
        }
    )
)
