"""The limiter of the LiteLLM proxy, called as its proxy calls it: many calls at the same moment, one key, no Redis."""
import asyncio
import json
import sys
import time

from litellm.caching.caching import DualCache
from litellm.proxy._types import UserAPIKeyAuth
from litellm.proxy.hooks.parallel_request_limiter_v3 import _PROXY_MaxParallelRequestsHandler_v3
from litellm.proxy.utils import InternalUsageCache


async def admitted(handler, cache, key, calls, data):
    async def one():
        try:
            await handler.async_pre_call_hook(user_api_key_dict=key, cache=cache, data=dict(data), call_type="completion")
            return 1
        except Exception as refused:
            if getattr(refused, "status_code", None) != 429:
                raise
            return 0

    began = time.perf_counter()
    passed = sum(await asyncio.gather(*(one() for _ in range(calls))))
    return passed, calls / (time.perf_counter() - began)


async def main(calls, limit, tokens, token_limit):
    cache = DualCache()
    handler = _PROXY_MaxParallelRequestsHandler_v3(internal_usage_cache=InternalUsageCache(cache))
    body = {"model": "m", "messages": [{"role": "user", "content": "hi"}], "max_tokens": tokens}
    # Off the clock, as on our side: the first calls import and compile.
    await admitted(handler, cache, UserAPIKeyAuth(api_key="warm", rpm_limit=limit), calls, body)
    requests, rate = await admitted(handler, cache, UserAPIKeyAuth(api_key="a", rpm_limit=limit), calls, body)
    by_tokens, _ = await admitted(handler, cache, UserAPIKeyAuth(api_key="b", tpm_limit=token_limit), calls, body)
    print(json.dumps({"requests": requests, "rate": rate, "byTokens": by_tokens}))


asyncio.run(main(*map(int, sys.argv[1:])))
