"""Mutation testing of the rule kernels: is there a test that fails for every small mistake?

    python -m tests.mutants aquasphere [--module scoring] [--changed-since main] [--resume]

Every kernel that a game's rules reach is changed in one place at a time, in interpreted form: a
mutant is the function with another ``__code__``, so that nothing is imported or compiled again. A
process of its own installs it and runs the tests that execute the changed line, quickest first,
until one fails. A mutant that no test notices needs a new test, or an entry in the game's
``tests/games/<game>/equivalent.toml`` that says why it makes no difference:

    [[equivalent]]
    module = "scoring"
    function = "crystal_points"
    line = "for other in range(state.num_players):"
    mutation = "state.num_players -> ..."
    reason = "a sentence"
"""
