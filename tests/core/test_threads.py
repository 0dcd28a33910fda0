"""Shares of slots on threads that wait for work, in this process and in those made from it."""

import os
import signal
import threading

import pytest

from aquasphere_env.core.threads import MOST_THREADS, Shares
from tests.processes import told


@pytest.mark.parametrize("count", [1, 2, 5, 64])
@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_every_slot_is_in_one_share(count, threads):
    shares = Shares(count, threads)
    assert len(shares.slices) == min(count, threads)
    covered = [slot for part in shares.slices for slot in range(part.start, part.stop)]
    assert covered == list(range(count))
    sizes = [part.stop - part.start for part in shares.slices]
    assert max(sizes) - min(sizes) <= 1


def test_shares_are_carried_out_at_the_same_time():
    """Each waits for all the others."""
    shares = Shares(4, 4)
    meeting = threading.Barrier(4, timeout=60)

    def task(share):
        meeting.wait()
        return 10 * share

    for _ in range(3):
        assert shares.run(task) == [0, 10, 20, 30]


def test_threads_wait_for_the_next_call():
    shares = Shares(3, 3)
    known = []

    def task(share):
        known.append(threading.get_ident())
        return 0

    shares.run(task)
    before = threading.active_count()
    for _ in range(20):
        shares.run(task)
    assert threading.active_count() == before


def test_what_a_share_raises_is_raised_when_all_have_ended():
    shares = Shares(3, 3)
    ended = []

    def task(share):
        if share:
            raise ValueError(f"share {share}")
        ended.append(share)
        return share

    with pytest.raises(ValueError, match="share 1"):
        shares.run(task)
    assert ended == [0]
    assert shares.run(lambda share: share) == [0, 1, 2]


def test_an_interrupt_is_raised_when_all_have_ended():
    shares = Shares(2, 2)
    ended = []

    def task(share):
        if share:
            signal.raise_signal(signal.SIGINT)  # Python tells the main thread
            ended.append(share)
        return share

    with pytest.raises(KeyboardInterrupt):
        shares.run(task)
    assert ended == [1]
    assert shares.run(lambda share: share) == [0, 1]


@pytest.mark.parametrize("number", [0, -1, MOST_THREADS + 1, 2.0, True, "2", None, 10**400])
def test_numbers_of_threads_that_are_none_are_refused(number):
    with pytest.raises(ValueError, match=f"num_threads is 1 to {MOST_THREADS}, not "):
        Shares(4, number)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_has_threads_of_its_own():
    told(
        "-c",
        """
import os
from aquasphere_env.core.threads import Shares
shares = Shares(3, 3)
assert shares.run(lambda share: share) == [0, 1, 2]
child = os.fork()
if child == 0:
    os._exit(0 if shares.run(lambda share: share) == [0, 1, 2] else 1)
_, status = os.waitpid(child, 0)
assert status == 0
assert shares.run(lambda share: share) == [0, 1, 2]
""",
    )


def test_waiting_threads_do_not_keep_a_process():
    told("-c", "from aquasphere_env.core.threads import Shares\nShares(2, 2).run(lambda k: k)")
