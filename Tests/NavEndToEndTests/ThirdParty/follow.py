"""A client of navd that was written from `proto` alone, put to the test.

Makes random moves in sessions of its own, follows them with viewers of several sizes through timelines,
interruptions, lost updates and changes of size, checks the hash after every update, and compares its scenes
with the daemon's at the end, field by field. Ends with 0 only where all is equal.

    protoc -I proto --python_out=DIRECTORY proto/navd/v1/*.proto
    PYTHONPATH=DIRECTORY python3 follow.py SOCKETS deck:/path/of/deck.md tree:/path/of/directory
"""

import argparse
import random
import sys
import time

import zmq

from client import FRAME, IN_FLIGHT, Failure, Viewer
from moves import Moves
from navd.v1 import input_pb2
from scene import Scene

SIZES = [(120, 40), (40, 14), (200, 60), (36, 10), (9, 4)]
# The numbers of frames between two moves, with their weights: most motions are interrupted.
PAUSES = {0: 10, 1: 6, 2: 4, 8: 2, 45: 0.2}
# After how many moves it says so.
PROGRESS = 50
# In seconds.
REPEAT_AFTER = 5


class Stage:
    """The viewers of one session, and the time that passes for them."""

    def __init__(self, context, sockets, session, limit):
        self.context = context
        self.sockets = sockets
        self.session = session
        # The time that anything may take, in seconds.
        self.limit = limit
        self.viewers = []

    def add(self, size, content=None):
        viewer = Viewer(self.context, self.sockets, self.session, size, content)
        self.viewers.append(viewer)
        self.until("joined", lambda: viewer.is_following)
        return viewer

    def pump(self, seconds):
        """Lets everything happen for a while."""
        poller = zmq.Poller()
        for viewer in self.viewers:
            poller.register(viewer.layout, zmq.POLLIN)
            poller.register(viewer.requests.socket, zmq.POLLIN)
        end = time.monotonic() + seconds
        while True:
            now = time.monotonic()
            for viewer in self.viewers:
                viewer.turn(now)
            if now >= end:
                return
            poller.poll(max(1, min(50, (end - now) * 1000)))

    def until(self, what, holds):
        end = time.monotonic() + self.limit
        while not holds():
            if time.monotonic() > end:
                raise Failure("\n".join(viewer.report(f"not {what} in time") for viewer in self.viewers))
            self.pump(0.005)

    def ask(self, viewer, **body):
        """Sends a read, again where the daemon has been away, and waits for its answer."""
        request = viewer.requests.request()
        for kind, message in body.items():
            getattr(request, kind).CopyFrom(message)
        answers = viewer.requests.read_answers
        asked = 0.0

        def is_answered():
            nonlocal asked
            if time.monotonic() > asked + REPEAT_AFTER:
                asked = time.monotonic()
                viewer.requests.read(request)
            return request.request_id in answers

        self.until("answered", is_answered)
        reply = answers.pop(request.request_id)
        if reply.WhichOneof("body") == "error":
            raise Failure(f"{body}: {reply.error.text}")
        return reply


def run(stage, content, moves, generator):
    """Makes the moves, and compares at the end."""
    driver = stage.add((80, 24), content)
    twin = stage.add((80, 24))
    follower = stage.add(SIZES[0])
    source = Moves(driver, generator, stage.pump)
    requests = driver.requests
    for number in range(moves):
        if number % PROGRESS == 0:
            print(f"{stage.session}: {number} moves", flush=True)
        stage.until("answered", lambda: len(requests.due) < IN_FLIGHT and driver.is_following)
        source.make()
        if generator.random() < 0.1:
            requests.repeat(generator.choice(sorted(requests.sent)))
        if generator.random() < 0.01:
            for viewer in generator.choice([[driver, twin], [follower], [twin]]):
                viewer.to_drop = 1
        if generator.random() < 0.01:
            # The second one finds it joining.
            for size in generator.choices(SIZES, k=generator.choice([1, 2])):
                follower.resize(size)
                stage.pump(0)
        stage.pump(generator.choices(list(PAUSES), weights=PAUSES.values())[0] * FRAME)

    stage.until("all answered", lambda: not requests.due)
    check_answers(requests, moves)
    session = input_pb2.SessionReference(id=driver.session_id)
    wait = input_pb2.Wait(session=session, settled=0, timeout_ms=60_000)
    version = stage.ask(driver, wait=wait).waited.version
    stage.until(
        f"at version {version}",
        lambda: all(v.is_following and v.version >= version for v in stage.viewers),
    )
    for viewer in [driver, twin, follower]:
        compare(stage, viewer, session)
    for viewer in stage.viewers:
        stage.ask(viewer, leave=input_pb2.Leave(viewer_id=viewer.viewer_id))


def check_answers(requests, moves):
    """Every move has one answer, and what was accepted made the version rise."""
    replies = [input_pb2.Reply.FromString(requests.answers.get(n, b"")) for n in range(1, moves + 1)]
    versions = [reply.accepted.version for reply in replies if reply.HasField("accepted")]
    if requests.seq != moves or any(reply.WhichOneof("body") is None for reply in replies):
        raise Failure("not every move has an answer")
    if not versions or versions != sorted(versions):
        raise Failure(f"versions fell: {versions}")


def compare(stage, viewer, session):
    """What was followed is what somebody sees who comes now, and what a snapshot tells."""
    columns, rows = viewer.size
    newcomer = Viewer(stage.context, stage.sockets, stage.session, viewer.size)
    stage.viewers.append(newcomer)
    stage.until("joined", lambda: newcomer.is_following)
    # Who comes and goes is told a little later.
    count = len(stage.viewers)
    stage.until("counted", lambda: all(v.player.end().viewers == count for v in [viewer, newcomer]))
    mine, joined = viewer.player.end(), newcomer.player.end()
    check(f"{viewer.size}, beside a newcomer", mine.differences(joined))
    if mine.hash() != joined.hash():
        raise Failure(f"hash {mine.hash():#x}, a newcomer has {joined.hash():#x}")

    size = input_pb2.Viewport(columns=columns, rows=rows)
    request = input_pb2.TakeSnapshot(session=session, viewport=size)
    taken = stage.ask(viewer, take_snapshot=request).snapshot_taken
    scene = Scene(taken.scene)
    # Its cells may be other containers than those of a stream, which uses them again.
    check(f"{viewer.size}, beside a snapshot", mine.with_named_cells().differences(scene.with_named_cells()))
    if taken.version != viewer.version:
        raise Failure(f"version {viewer.version}, the snapshot has {taken.version}")
    figures = ", ".join(f"{count} {what}" for what, count in sorted(viewer.figures.items()) if count)
    print(f"{stage.session} {columns}x{rows}: version {taken.version}, hash {mine.hash():016x}; {figures}")


def check(what, differences):
    if differences:
        raise Failure("\n".join([what, *differences[:20]]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sockets", help="the directory with navd's sockets")
    parser.add_argument("content", nargs="+", help="deck:PATH, tree:PATH or scene:PATH")
    parser.add_argument("--moves", type=int, default=1000, help="how many in all")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--limit", type=float, default=60, help="how long anything may take, in seconds")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    context = zmq.Context()
    share, rest = divmod(options.moves, len(options.content))
    for index, text in enumerate(options.content):
        kind, path = text.split(":", 1)
        session = f"{kind}-{options.seed}-{index}"
        stage = Stage(context, f"ipc://{options.sockets}", session, options.limit)
        start = time.monotonic()
        generator = random.Random(options.seed + index)
        run(stage, input_pb2.Content(**{kind: path}), share + (index < rest), generator)
        print(f"{session}: {time.monotonic() - start:.1f} s", flush=True)
        for viewer in stage.viewers:
            viewer.close()
    context.destroy(linger=0)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"follow.py: {failure}")
