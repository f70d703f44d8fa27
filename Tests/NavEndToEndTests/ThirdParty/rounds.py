"""Passes two TCP ports on in rounds, as a line does that everything needs half a round trip for, and counts them.

rounds.py PORT TARGET: PORT and PORT + 1 lead to TARGET and TARGET + 1 of this machine. Prints the number of round trips
after each one. In a round all that the near side has sent goes to the far side, and all that this answers goes back; a
new connection takes a round of its own.
"""

import selectors
import socket
import sys

# How long nothing arrives, in seconds, until a side has said everything.
QUIET = 0.1

selector = selectors.DefaultSelector()
lines = []


class Line:
    def __init__(self, near, target):
        self.near, self.far, self.target = near, None, target
        self.up, self.down, self.is_new, self.is_over = b"", b"", True, False
        selector.register(near, selectors.EVENT_READ, self.read_near)
        lines.append(self)

    def read(self, end):
        try:
            data = end.recv(65536)
        except ConnectionError:
            data = b""
        if not data:
            self.is_over = True
            selector.unregister(end)
        return data

    def read_near(self):
        self.up += self.read(self.near)

    def read_far(self):
        self.down += self.read(self.far)

    def send_up(self):
        if self.is_new:
            self.is_new = False
        elif self.up:
            if not self.far:
                self.far = socket.create_connection(("127.0.0.1", self.target))
                selector.register(self.far, selectors.EVENT_READ, self.read_far)
            self.send(self.far, self.up)
            self.up = b""

    def send_down(self):
        self.send(self.near, self.down)
        self.down = b""
        if self.is_over:
            lines.remove(self)
            for end in filter(None, (self.near, self.far)):
                if end in map(lambda key: key.fileobj, selector.get_map().values()):
                    selector.unregister(end)
                end.close()

    @staticmethod
    def send(end, data):
        try:
            end.sendall(data)
        except OSError:
            pass


def listen(port, target):
    listener = socket.create_server(("127.0.0.1", port))
    selector.register(
        listener, selectors.EVENT_READ, lambda: Line(listener.accept()[0], target)
    )


def gather(timeout):
    """Reads what arrives until nothing does for a while."""
    while events := selector.select(timeout):
        for key, _ in events:
            key.data()
        timeout = QUIET


port, target = int(sys.argv[1]), int(sys.argv[2])
for offset in (0, 1):
    listen(port + offset, target + offset)
print("ready", flush=True)
count = 0
while True:
    gather(0 if any(line.up for line in lines) else None)
    if any(line.up or line.is_new for line in lines):
        count += 1
        for line in list(lines):
            line.send_up()
        gather(QUIET)
        print(count, flush=True)
    for line in list(lines):
        line.send_down()
