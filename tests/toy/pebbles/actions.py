"""Actions of Pebbles."""

from aquasphere_env.core.actions import ActionGroup, ActionTable

MAX_TAKE = 3

ACTIONS = ActionTable(
    [
        ActionGroup("take", "take {count}", {"count": ["1", "2", "3"]}, rules="PB-P1"),
        ActionGroup("peek", "peek at the card", rules="PB-P3"),
    ]
)
TAKE = ACTIONS.start("take")  # TAKE + n - 1 takes n
PEEK = ACTIONS.start("peek")
