"""Makes the games known to Gymnasium: ``gymnasium.make("meeplezoo/Aztlan-v0")``.

Importing `meeplezoo.envs` or `meeplezoo.wrappers` registers them. Gymnasium itself reads no entry points any more
(since 1.0), so without such an import name the module: ``gymnasium.make("meeplezoo.envs:meeplezoo/Aztlan-v0")``.
"""


def register_gymnasium() -> None:
    """Registers every game as a `SeatEnv`; the entry point for tools that load Gymnasium plugins."""
    # The import registers, once; nothing heavy is loaded before that.
    from .. import envs  # noqa: F401
