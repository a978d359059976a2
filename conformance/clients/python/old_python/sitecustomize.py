"""What programs written for Python before 3.10 expect of the language, so that they run unmodified on a newer one."""
import builtins
import collections
import collections.abc
import io

for name in ("Mapping", "MutableMapping", "Sequence", "Iterable", "Callable", "Set"):
    if not hasattr(collections, name):
        setattr(collections, name, getattr(collections.abc, name))

_open = io.open


def _open_with_universal_newlines(file, mode="r", *args, **kwargs):
    return _open(file, mode.replace("U", "") if "U" in mode else mode, *args, **kwargs)


builtins.open = io.open = _open_with_universal_newlines
