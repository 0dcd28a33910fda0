"""Registers every game with Gymnasium; entry points are strings, so nothing heavy is imported."""

import gymnasium

VERSION = 0
TITLES = {
    "aquasphere": "AquaSphere",
    "octodice": "OctoDice",
    "aquanauts": "Aquanauts",
    "aquamarine": "Aquamarine",
}
PETTINGZOO_NAMESPACE = "aquasphere"


def register_gymnasium() -> None:
    """Make ``gymnasium.make("AquaSphere-v0")`` and ``make_vec`` know the games."""
    for name, title in TITLES.items():
        env_id = f"{title}-v{VERSION}"
        if env_id not in gymnasium.registry:
            gymnasium.register(
                env_id,
                entry_point="aquasphere_env.wrappers.single:SeatEnv",
                vector_entry_point="aquasphere_env.wrappers.vector:SeatVectorEnv",
                kwargs={"game": f"{name}_v{VERSION}"},
            )


def register_pettingzoo() -> None:
    """Make ``pettingzoo.make("aec", "aquasphere/aquasphere_v0")`` know the games (since 1.27)."""
    import pettingzoo

    if not hasattr(pettingzoo, "register"):
        return
    for name in TITLES:
        env_id = f"{PETTINGZOO_NAMESPACE}/{name}-v{VERSION}"
        module = f"aquasphere_env.{name}_v{VERSION}"
        if env_id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", env_id, entry_point=f"{module}:env")
            pettingzoo.register("parallel", env_id, entry_point=f"{module}:parallel_env")
