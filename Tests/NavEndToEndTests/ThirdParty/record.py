"""Forwards connections to navd's sockets, and records what navd sends over them.

record.py FROM TO FILE: listens at TO/input and TO/layout, forwards to FROM/input and FROM/layout, and appends each
byte that navd sends to FILE.
"""

import os
import socket
import sys
import threading

source, target, record = sys.argv[1:4]
written = open(record, "ab", buffering=0)


def copy(reader, writer, keeps):
    try:
        while data := reader.recv(1 << 16):
            if keeps:
                written.write(data)
            writer.sendall(data)
    except OSError:
        pass
    for end in (reader, writer):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def listen(name):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(os.path.join(target, name))
    listener.listen(64)
    while True:
        near, _ = listener.accept()
        far = socket.socket(socket.AF_UNIX)
        try:
            far.connect(os.path.join(source, name))
        except OSError:
            near.close()
            continue
        threading.Thread(target=copy, args=(far, near, True), daemon=True).start()
        threading.Thread(target=copy, args=(near, far, False), daemon=True).start()


threading.Thread(target=listen, args=("input",), daemon=True).start()
listen("layout")
