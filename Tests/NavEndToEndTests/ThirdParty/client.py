"""A viewer of navd, written from the comments of `proto/navd/v1/input.proto` and `layout.proto` alone."""

import os
import random
import time
from collections import Counter

import zmq

from navd.v1 import input_pb2, layout_pb2
from scene import Contradiction, Player, Scene

PROTOCOL = (1, 0)
FRAME = 1 / 60
# In seconds.
ALIVE_EVERY = 2.0
SNAPSHOT_LIMIT = 1.0
RESEND_AFTER = 0.25
BEATS_MISSED = 3
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
# The operations whose answers the daemon keeps, and those that may wait for one at a time.
KEPT_ANSWERS = 64
IN_FLIGHT = 32

Error = input_pb2.Error


class Failure(Exception):
    """Something that the definition of the protocol rules out."""


class Requests:
    """A DEALER that writes what REQ sockets write, but may have several requests under way."""

    def __init__(self, context, address, figures):
        self.socket = context.socket(zmq.DEALER)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.connect(address)
        self.figures = figures
        self.client_id = os.urandom(16)
        self.request_id = 0
        self.seq = 0
        # Operations by their numbers: the newest ones' bytes, when those without an answer are sent again,
        # and the answers' bytes.
        self.sent = {}
        self.due = {}
        self.answers = {}
        # Answers to reads, by request id, until they are fetched.
        self.read_answers = {}

    def request(self):
        self.request_id += 1
        return input_pb2.Request(request_id=self.request_id, client_id=self.client_id)

    def send(self, data):
        self.figures["bytes sent"] += len(data)
        self.socket.send_multipart([b"", data])

    def read(self, request):
        """Sends a request that changes nothing; its answer will be in `read_answers`."""
        self.send(request.SerializeToString())
        return request.request_id

    def pass_on(self, request):
        """Sends what is answered only when something is wrong."""
        self.figures["passing requests"] += 1
        self.send(request.SerializeToString())

    def operate(self, request):
        """Sends what is to happen exactly once."""
        self.seq += 1
        request.client_seq = self.seq
        self.sent[self.seq] = request.SerializeToString()
        self.sent.pop(self.seq - KEPT_ANSWERS, None)
        self.due[self.seq] = time.monotonic() + RESEND_AFTER
        self.figures["operations"] += 1
        self.send(self.sent[self.seq])

    def repeat(self, seq):
        """Sends an operation once more, as it was."""
        self.figures["repetitions"] += 1
        self.send(self.sent[seq])

    def resend_late(self, now):
        """When the oldest has waited for too long, sends all that have no answer again, in their order."""
        if self.due and now > min(self.due.values()):
            for seq in sorted(self.due):
                self.due[seq] = now + RESEND_AFTER
                self.figures["late repetitions"] += 1
                self.send(self.sent[seq])

    def receive(self):
        """Takes what has arrived, and yields it."""
        while self.socket.poll(0):
            _, data = self.socket.recv_multipart()
            reply = input_pb2.Reply.FromString(data)
            code = reply.error.code
            if code == Error.CODE_MALFORMED:
                raise Failure(f"malformed: {reply.error.text}")
            if reply.client_seq == 0:
                self.read_answers[reply.request_id] = reply
                yield reply
            elif reply.client_id != self.client_id:
                raise Failure("a reply for somebody else")
            elif code == Error.CODE_SLOW_DOWN:
                # Nothing was done, so it is sent again, and whatever is behind it.
                self.figures["times slowed down"] += 1
                for seq in self.due:
                    self.due[seq] = time.monotonic() + reply.error.wait_ms / 1000
            elif code == Error.CODE_OUT_OF_ORDER and reply.error.expected_seq in self.due:
                # Overtook one that was lost or slowed down: they are all sent again.
                self.figures["operations out of order"] += 1
            elif code in (
                Error.CODE_OUT_OF_ORDER, Error.CODE_UNKNOWN_CLIENT, Error.CODE_CLIENT_ID_CONFLICT
            ):
                raise Failure(f"operation {reply.client_seq}: {reply.error.text}")
            else:
                self.take_answer(reply, data)
                yield reply

    def take_answer(self, reply, data):
        """One operation has one answer, however often either of them is sent."""
        known = self.answers.setdefault(reply.client_seq, data)
        if known != data:
            raise Failure(f"operation {reply.client_seq} has two answers: {known} and {data}")
        if self.due.pop(reply.client_seq, None) is None:
            self.figures["repeated answers"] += 1
            return
        self.figures["refusals"] += reply.HasField("error")
        self.figures["answers not on the disk"] += not reply.durable


class Viewer:
    """Joins a session and follows it by applying what is published.

    At any time it waits until it attaches (`attach_at`), or for a snapshot (`joining_since`), or follows. A
    change of size makes it attach again even while it waits for a snapshot of the old size.
    """

    def __init__(self, context, sockets, session, size, content=None):
        self.context = context
        self.figures = Counter()
        self.requests = Requests(context, f"{sockets}/input", self.figures)
        self.sockets = sockets
        self.layout = self.fresh_layout()
        self.session = session
        self.size = size
        self.content = content
        self.session_id = self.viewer_id = 0
        self.stream_topic = self.ready_topic = b""
        # The place that it has reached; the scene that it left, the timeline since then, and when frame 0 of that was.
        self.epoch = self.seq = self.version = self.hash = 0
        self.player = None
        self.started = 0.0
        self.attach_request = 0
        self.attach_at = 0.0
        self.joining_since = None
        # Whether it waits because it has missed something of its own stream.
        self.is_behind = False
        self.pause = SHORTEST_PAUSE
        self.alive_at = 0.0
        # When something was heard last, and how often that is at least.
        self.heard_at = 0.0
        self.beat_interval = 1.0
        # The number of the next updates that are thrown away, as a network might.
        self.to_drop = 0
        self.log = []

    def fresh_layout(self):
        layout = self.context.socket(zmq.SUB)
        layout.setsockopt(zmq.LINGER, 0)
        layout.connect(f"{self.sockets}/layout")
        return layout

    @property
    def is_following(self):
        return self.attach_at is None and self.joining_since is None

    def shown(self):
        """The scene that a screen shows now: the last frame whose time has come."""
        frame = int((time.monotonic() - self.started) / FRAME)
        return self.player.at(max(self.player.first, min(frame, self.player.last)))

    def close(self):
        self.layout.close()
        self.requests.socket.close()

    # Due actions

    def turn(self, now):
        """Sends what is due and takes all that has arrived."""
        if self.attach_at is not None and now >= self.attach_at:
            self.attach(now)
        if self.joining_since is not None and now - self.joining_since > SNAPSHOT_LIMIT:
            self.joining_since = None
            self.begin_anew("snapshots missed", self.longer_pause())
        if self.is_following and now - self.heard_at > BEATS_MISSED * self.beat_interval:
            self.begin_anew("silences", SHORTEST_PAUSE)
        if self.viewer_id and now >= self.alive_at:
            self.alive_at = now + ALIVE_EVERY
            request = self.requests.request()
            request.alive.viewer_id = self.viewer_id
            request.alive.epoch, request.alive.seq = self.epoch, self.seq
            self.requests.pass_on(request)
        self.requests.resend_late(now)
        for reply in self.requests.receive():
            self.take_reply(reply)
        while self.layout.poll(0):
            topic, data = self.layout.recv_multipart()
            self.heard_at = now
            self.figures["messages"] += 1
            self.figures["bytes received"] += len(topic) + len(data)
            message = layout_pb2.LayoutMessage.FromString(data)
            try:
                self.take_message(topic, message)
            except Contradiction as contradiction:
                raise Failure(self.report(f"{contradiction}\n{str(message)[:6000]}"))

    # Joining

    def attach(self, now):
        request = self.requests.request()
        request.attach.protocol.major, request.attach.protocol.minor = PROTOCOL
        request.attach.session = self.session
        request.attach.viewport.columns, request.attach.viewport.rows = self.size
        request.attach.session_id = self.session_id
        request.attach.epoch = self.epoch
        if self.content is not None:
            request.attach.content.CopyFrom(self.content)
        self.attach_request = self.requests.read(request)
        self.joining_since, self.attach_at = now, None

    def take_reply(self, reply):
        code = reply.error.code
        if code == Error.CODE_UNKNOWN_VIEWER:
            if self.is_following:
                self.join_again("times unknown")
        elif reply.client_seq or reply.request_id != self.attach_request:
            pass
        elif code == Error.CODE_RETRY:
            self.joining_since = None
            self.join_again("times told to retry", self.longer_pause())
        elif code != 0:
            raise Failure(f"cannot attach: {reply.error.text}")
        else:
            self.subscribe(reply.attached)

    def subscribe(self, attached):
        for topic in filter(None, (self.stream_topic, self.ready_topic)):
            self.layout.setsockopt(zmq.UNSUBSCRIBE, topic)
        self.viewer_id, self.session_id = attached.viewer_id, attached.session_id
        self.stream_topic, self.ready_topic = attached.stream_topic, attached.ready_topic
        self.beat_interval = attached.beat_interval_ms / 1000
        self.layout.setsockopt(zmq.SUBSCRIBE, self.stream_topic)
        self.layout.setsockopt(zmq.SUBSCRIBE, self.ready_topic)

    def join_again(self, why, pause=0.0):
        """What is shown stays until the new snapshot is in."""
        self.figures[why] += 1
        self.log.append(f"joins again: {why}")
        self.is_behind = False
        if self.is_following or self.joining_since is None:
            self.attach_at = time.monotonic() + pause

    def fall_behind(self):
        self.join_again("gaps", self.short_pause())
        self.is_behind = True

    def begin_anew(self, why, pause):
        """Joins again by a connection of its own, since the old one may be half dead."""
        self.layout.close()
        self.layout = self.fresh_layout()
        self.stream_topic = self.ready_topic = b""
        self.join_again(why, pause)

    def resize(self, size):
        self.size = size
        self.join_again("resizes")
        self.attach_at = time.monotonic()

    # Published messages

    def take_message(self, topic, message):
        kind = message.WhichOneof("message")
        if kind == "snapshot" and topic == self.ready_topic:
            self.take_snapshot(message.snapshot)
        elif topic == self.ready_topic and message.beat.gone:
            self.figures["ready topics gone"] += 1
        elif topic != self.stream_topic:
            self.figures["late messages"] += 1
        elif kind == "update":
            self.take_update(message.update)
        elif kind == "beat":
            self.take_beat(message.beat)
        elif kind == "keyframe":
            self.take_keyframe(message.keyframe)
        elif kind == "bye":
            self.take_bye(message.bye)

    def take_snapshot(self, snapshot):
        self.layout.setsockopt(zmq.UNSUBSCRIBE, self.ready_topic)
        self.ready_topic = b""
        self.joining_since = None
        self.pause = SHORTEST_PAUSE
        self.figures["snapshots"] += 1
        self.start(snapshot)

    def take_keyframe(self, keyframe):
        """A snapshot for everybody who has missed something; joining is not needed then."""
        self.figures["keyframes seen"] += 1
        has_missed = (self.is_following and keyframe.seq > self.seq) or (
            self.attach_at is not None and self.is_behind and keyframe.seq >= self.seq
        )
        if keyframe.epoch == self.epoch and has_missed:
            self.figures["keyframes taken"] += 1
            self.attach_at = None
            self.start(keyframe)

    def start(self, snapshot):
        timeline = snapshot.timeline if snapshot.HasField("timeline") else None
        self.figures["snapshots in motion"] += timeline is not None
        self.play(snapshot, Player(Scene(snapshot.scene), timeline), snapshot.elapsed_ms / 1000)

    def take_update(self, update):
        if not self.is_following or update.epoch < self.epoch:
            return
        if update.epoch > self.epoch:
            return self.join_again("newer epochs", self.short_pause())
        if update.seq <= self.seq:
            self.figures["updates known already"] += 1
            return
        if self.to_drop:
            self.to_drop -= 1
            self.figures["updates thrown away"] += 1
            return
        if update.base.seq != self.seq:
            return self.fall_behind()
        self.log.append(
            f"update {update.seq}, {update.timeline.last} frames, departs from {update.base.seq} at"
            f" {update.base.frame} of {self.player.first}...{self.player.last}"
        )
        self.figures["updates"] += 1
        self.figures["interruptions"] += update.base.frame < self.player.last
        self.figures["timelines"] += update.timeline.last > 0
        self.figures["frames"] += update.timeline.last
        timeline = update.timeline if update.HasField("timeline") else None
        self.play(update, Player(self.player.at(update.base.frame), timeline))

    def take_beat(self, beat):
        self.figures["beats"] += 1
        if not self.is_following or (beat.epoch < self.epoch and not beat.gone):
            return
        if beat.gone:
            self.join_again("streams gone")
        elif beat.epoch > self.epoch:
            self.join_again("newer epochs", self.short_pause())
        elif beat.seq > self.seq:
            self.fall_behind()
        elif beat.seq == self.seq and beat.hash != self.hash:
            raise Failure(self.report(f"a beat has hash {beat.hash:#x} instead of {self.hash:#x}"))

    def take_bye(self, bye):
        self.figures["byes"] += 1
        if bye.reason == layout_pb2.Bye.REASON_SESSION_ENDED:
            raise Failure(f"the session has ended: {bye.text}")
        self.join_again("times the daemon stopped", SHORTEST_PAUSE)

    def play(self, message, player, elapsed=0.0):
        """Follows a snapshot or an update to its end, after checking that end's hash."""
        self.epoch, self.seq, self.version = message.epoch, message.seq, message.version
        self.player = player
        self.started = time.monotonic() - elapsed
        self.hash = player.end().hash()
        if self.hash != message.hash:
            what = f"the end of {message.seq} has hash {self.hash:#x}, not {message.hash:#x}"
            raise Failure(self.report(f"{what}\n{str(message)[:6000]}"))

    def longer_pause(self):
        pause = self.pause
        self.pause = min(pause * 2, LONGEST_PAUSE)
        return pause * random.uniform(0.8, 1.2)

    @staticmethod
    def short_pause():
        """After a gap, so that viewers who missed the same do not all ask at once."""
        return random.uniform(0.02, 0.15)

    def report(self, text):
        """What is wrong, and where it stands."""
        state = (
            f"viewer {self.size} at ({self.epoch}, {self.seq}), version {self.version}; joins at"
            f" {self.attach_at}, since {self.joining_since}; unanswered {sorted(self.requests.due)};"
            f" {dict(self.figures)}"
        )
        return "\n  ".join([text, state, *self.log[-8:]])
