"""Two network namespaces, joined by a link whose faults are set while it runs.

    link.py COMMANDS [SEED]

Makes two namespaces, each with a TUN device: 10.77.0.1 in the server's, 10.77.0.2 in the client's. Packets are carried
from one to the other, each direction with the same faults. Nothing is written outside: both namespaces end with this
process and the programs in them.

Prints `ready SERVER CLIENT`, the paths of both namespaces, to be entered with nsenter. Then it reads commands from the
named pipe COMMANDS, one a line, and answers each with `done NUMBER`. It ends when the writer of the pipe has ended.

    set delay=80 jitter=40 loss=0.05 rate=0 outage=0
        delay   milliseconds from one end to the other
        jitter  up to so many more, for each packet anew: packets overtake one another
        loss    the share of packets that are lost
        rate    bytes in a second; 0 for no limit. What waits for longer than LONGEST_QUEUE is dropped
        outage  1 loses everything, also what is under way
    address A   replaces the client's address
    capture F   appends every packet of both directions to the file F from now on
    count       prints `carried N lost N overtaken N` before the answer
"""

import ctypes
import fcntl
import heapq
import os
import random
import select
import socket
import struct
import sys
import time

CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000
IFF_UP, IFF_RUNNING = 0x1, 0x40
SIOCSIFFLAGS, SIOCSIFADDR, SIOCSIFNETMASK = 0x8914, 0x8916, 0x891C

SERVER, CLIENT = "10.77.0.1", "10.77.0.2"
NETMASK = "255.255.255.0"
DEVICE = b"link0"
# The longest packet of a device.
PACKET = 65536
# Seconds of waiting for a link that is busy, after which a packet is dropped.
LONGEST_QUEUE = 1.0
# Packets that are read in a row before others are delivered.
BATCH = 64

libc = ctypes.CDLL(None, use_errno=True)


def check(result):
    if result != 0:
        error = ctypes.get_errno()
        sys.exit(f"no namespaces: {os.strerror(error)}")


def with_address(name, address):
    """An ifreq with an IPv4 address."""
    return struct.pack("16sHH4s8x", name, socket.AF_INET, 0, socket.inet_aton(address))


class End:
    """A namespace with a TUN device."""

    def __init__(self, address):
        check(libc.unshare(CLONE_NEWNET))
        self.namespace = os.open("/proc/self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
        try:
            self.tun = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            sys.exit(f"no TUN devices: {error.strerror}")
        fcntl.ioctl(self.tun, TUNSETIFF, struct.pack("16sH22x", DEVICE, IFF_TUN | IFF_NO_PI))
        # A socket belongs to the namespace in which it was made.
        self.control = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.bring_up(b"lo")
        self.set_address(address)
        self.bring_up(DEVICE)

    def bring_up(self, name):
        fcntl.ioctl(
            self.control, SIOCSIFFLAGS, struct.pack("16sH22x", name, IFF_UP | IFF_RUNNING)
        )

    def set_address(self, address):
        fcntl.ioctl(self.control, SIOCSIFADDR, with_address(DEVICE, address))
        fcntl.ioctl(self.control, SIOCSIFNETMASK, with_address(DEVICE, NETMASK))

    @property
    def path(self):
        return f"/proc/{os.getpid()}/fd/{self.namespace}"


class Direction:
    """The packets under way from one end to the other."""

    def __init__(self, link, source, target):
        self.link, self.source, self.target = link, source, target
        self.under_way = []
        self.free_at = 0.0

    def accept(self, now):
        """Reads what waits at the source."""
        link = self.link
        for _ in range(BATCH):
            try:
                packet = os.read(self.source.tun, PACKET)
            except BlockingIOError:
                return
            if link.captured:
                link.captured.write(packet)
            if link.outage or link.random.random() < link.loss:
                link.lost += 1
                continue
            at = now
            if link.rate:
                at = self.free_at = max(now, self.free_at) + len(packet) / link.rate
                if at - now > LONGEST_QUEUE:
                    self.free_at -= len(packet) / link.rate
                    link.lost += 1
                    continue
            at += (link.delay + link.random.random() * link.jitter) / 1000
            link.count += 1
            heapq.heappush(self.under_way, (at, link.count, packet))

    def deliver(self, now):
        """Writes what is due to the target."""
        link = self.link
        while self.under_way and self.under_way[0][0] <= now:
            _, number, packet = heapq.heappop(self.under_way)
            if self.under_way and min(entry[1] for entry in self.under_way[:8]) < number:
                link.overtaken += 1
            try:
                os.write(self.target.tun, packet)
                link.carried += 1
            except OSError:
                link.lost += 1

    def clear(self):
        self.link.lost += len(self.under_way)
        self.under_way.clear()


class Link:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.delay = self.jitter = self.loss = self.rate = self.outage = 0.0
        self.count = self.carried = self.lost = self.overtaken = 0
        self.captured = None
        self.server, self.client = End(SERVER), End(CLIENT)
        self.directions = [
            Direction(self, self.server, self.client),
            Direction(self, self.client, self.server),
        ]

    def perform(self, line):
        name, *words = line.split()
        if name == "set":
            for word in words:
                field, value = word.split("=")
                if field not in ("delay", "jitter", "loss", "rate", "outage"):
                    raise ValueError(field)
                setattr(self, field, float(value))
            if self.outage:
                for direction in self.directions:
                    direction.clear()
        elif name == "address":
            self.client.set_address(words[0])
        elif name == "capture":
            self.captured = open(words[0], "ab", buffering=0)
        elif name == "count":
            say(f"carried {self.carried} lost {self.lost} overtaken {self.overtaken}")
        else:
            raise ValueError(name)

    def wait(self, now):
        """Milliseconds until the next packet is due; none for ever."""
        due = [direction.under_way[0][0] for direction in self.directions if direction.under_way]
        return max(0.0, (min(due) - now) * 1000) if due else None

    def run(self, commands):
        poller = select.poll()
        poller.register(commands, select.POLLIN)
        for direction in self.directions:
            poller.register(direction.source.tun, select.POLLIN)
        by_descriptor = {direction.source.tun: direction for direction in self.directions}
        text, answered = b"", 0
        while True:
            ready = poller.poll(self.wait(time.monotonic()))
            now = time.monotonic()
            for descriptor, _ in ready:
                if descriptor != commands:
                    by_descriptor[descriptor].accept(now)
                    continue
                part = os.read(commands, 4096)
                if not part:
                    return
                *lines, text = (text + part).split(b"\n")
                for line in lines:
                    self.perform(line.decode())
                    answered += 1
                    say(f"done {answered}")
            for direction in self.directions:
                direction.deliver(now)


def say(line):
    print(line, flush=True)


def main():
    commands = os.open(sys.argv[1], os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    link = Link(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    say(f"ready {link.server.path} {link.client.path}")
    link.run(commands)


main()
