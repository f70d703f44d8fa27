// Sockets of libzmq 4.3 for programs that own them in one thread and never block in them.
//
// Terms. A *message* is one or more *frames* and travels whole. A *peer* is the socket at the other
// end of a connection; a ROUTER knows it by its *routing id*. The *high-water mark* is the number
// of messages kept for a peer. An *endpoint* is where a socket listens or connects to.
//
// Laws
// - `send` and `receive` never wait; only `Poller.wait` does, and a signal neither ends nor
//   prolongs it.
// - A message is sent or received whole, or not at all.
// - Options are in force before the first bind or connect, because only `Socket.init` takes them.
// - Closing comes to an end: sockets drop what they have not sent, or keep it for a bounded time.
// - At most one socket of all processes that use this module listens at a path.
// - `EINTR` is known to one function, `uninterrupted`.
//
// Differences from libzmq, with reasons
// - `ipc://` takes absolute paths only: an abstract name has no file whose rights protect it, and a
//   relative path means another file after a change of directory.
// - A path is locked before `zmq_bind` and its socket file is removed at the end; libzmq takes the
//   path from whoever has it and leaves the file.
// - A file that is not a socket is not removed to make room for one.
// - A monitor is stopped before it closes and has no high-water mark; libzmq's I/O thread would
//   stop otherwise.
// - `Context.close` returns while sockets are open; `zmq_ctx_term` would wait for them.
