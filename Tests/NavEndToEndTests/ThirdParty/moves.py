"""What a restless user does: keys, commands, taps and drags, drawn from one seed."""

from client import FRAME
from navd.v1 import input_pb2

Command = input_pb2.Command


class Moves:
    KEYS = (
        "Right Left Right Left Down Up Down Up j k l h n p Enter Enter Backspace Space PgDn PgUp"
        " Home End G 3 Tab Shift-Tab a"
    ).split()
    COMMANDS = [k for k in Command.Kind.values() if k not in (0, Command.KIND_GO_TO, Command.KIND_TAB)]
    # The texts that are searched for, and by which lists are filtered.
    WORDS = ["", "e", "a", "1", "o n"]
    PAGES = [1, 2, 3, 5, 8, 40, 1000]

    def __init__(self, viewer, random, pump):
        self.viewer = viewer
        self.random = random
        # Lets time pass, in seconds.
        self.pump = pump
        self.gesture = 0

    def make(self):
        kinds = [self.keys, self.command, self.go_to, self.tab, self.tap, self.drag]
        self.random.choices(kinds, weights=[6, 4, 2, 2, 4, 4])[0]()

    def send(self, **input):
        request = self.viewer.requests.request()
        request.input.session.id = self.viewer.session_id
        request.input.viewer_id = self.viewer.viewer_id
        # Containers are named as they are in this epoch.
        request.input.epoch = self.viewer.epoch
        for kind, message in input.items():
            getattr(request.input, kind).CopyFrom(message)
        self.viewer.requests.operate(request)

    def keys(self):
        count = self.random.choice([1, 1, 1, 2, 3])
        self.send(keys=input_pb2.Keys(keys=self.random.choices(self.KEYS, k=count)))

    def command(self):
        self.send(command=Command(kind=self.random.choice(self.COMMANDS), text=self.random.choice(self.WORDS)))

    def go_to(self):
        self.send(command=Command(kind=Command.KIND_GO_TO, argument=self.random.choice(self.PAGES)))

    def tab(self):
        self.send(command=Command(kind=Command.KIND_TAB, argument=self.random.randint(1, 5)))

    def target(self):
        """A container that is on the screen now."""
        return self.random.choice(sorted(self.viewer.shown().containers) or [1])

    def tap(self):
        self.send(tap=input_pb2.Tap(container=self.target(), row=self.random.randint(0, 8)))

    def drag(self):
        """Some moves of a pointer at the pace of a hand, and its release; some are taken back."""
        self.gesture += 1
        speed = self.random.choice([-9, -4, -1, 1, 4, 9])
        gesture = {
            "gesture": self.gesture,
            "container": self.target(),
            "axis": self.random.choice([input_pb2.AXIS_HORIZONTAL, input_pb2.AXIS_VERTICAL]),
            "translation": 0,
        }
        for _ in range(self.random.randint(0, 5)):
            gesture["translation"] += speed
            request = self.viewer.requests.request()
            request.pan.CopyFrom(input_pb2.Pan(viewer_id=self.viewer.viewer_id, **gesture))
            request.pan.session.id = self.viewer.session_id
            self.viewer.requests.pass_on(request)
            self.pump(FRAME)
        velocity = speed * self.random.choice([0, 1000, 10000])
        cancelled = self.random.random() < 0.2
        self.send(release=input_pb2.Release(velocity=velocity, cancelled=cancelled, **gesture))
