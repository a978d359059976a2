"""LiteLLM as a client: as an OpenAI-compatible address, and with its own provider for this API."""

import json
import os
import urllib.request

import litellm

ENDPOINT = os.environ["ENDPOINT"]
TOKEN = os.environ["TOKEN"]
GATEWAY = f"{ENDPOINT}/api/v2/genai/llmgw"
MESSAGES = [{"role": "user", "content": "hello there"}]


def ask(model, base, **more):
    return litellm.completion(model=model, api_base=base, api_key=TOKEN, messages=MESSAGES, num_retries=0, **more)


def words(stream):
    return "".join(chunk.choices[0].delta.content or "" for chunk in stream if chunk.choices)


def refusal(model):
    try:
        ask(model, GATEWAY, max_retries=0)
    except Exception as error:
        return type(error).__name__
    return "nothing"


def counted():
    request = urllib.request.Request(
        f"{ENDPOINT}/api/v2/genai/userLimits/llmApiCalls/", headers={"Authorization": f"Bearer {TOKEN}"}
    )
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)["counter"]


whole = ask("openai/fake/echo", GATEWAY)
streamed = words(ask("openai/fake/echo", GATEWAY, stream=True))
own = ask("datarobot/fake/echo", ENDPOINT)
own_streamed = words(ask("datarobot/fake/echo", ENDPOINT, stream=True))

print(
    json.dumps(
        {
            "openai": [whole.choices[0].message.content, whole.usage.total_tokens],
            "streamed": streamed,
            "datarobot": [own.choices[0].message.content, own_streamed],
            "missing": refusal("openai/fake/nobody"),
            "busy": refusal("openai/fake/busy"),
            "counted": counted(),
        }
    )
)
