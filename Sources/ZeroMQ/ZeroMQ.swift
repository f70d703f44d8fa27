// Sockets of libzmq 4.3 for programs that own them in one thread and never block in them.
//
// Terms. A *message* consists of one or more *frames* and is delivered whole. A *peer* is the socket
// at the other end of a connection; a ROUTER identifies it by its *routing id*. The *high-water mark*
// is the number of messages queued for a peer. An *endpoint* is an address to listen on or connect
// to.
//
// Laws
// - `send` and `receive` never wait; only `Poller.wait` does, and a signal neither ends nor
//   prolongs it.
// - A message is sent or received whole, or not at all.
// - Options are in force before the first bind or connect, because only `Socket.init` takes them.
// - Closing always ends: sockets drop unsent messages, or keep them for a bounded time.
// - At most one socket of all processes that use this module listens at a path.
// - Only one function, `uninterrupted`, handles `EINTR`.
//
// Differences from libzmq, with reasons
// - `ipc://` accepts absolute paths only: an abstract name has no file whose permissions protect it,
//   and a relative path depends on the current directory.
// - A path is locked before `zmq_bind` and its socket file is removed at the end; libzmq takes the
//   path over from any other socket and leaves the file.
// - A file that is no socket is never removed to make way for one.
// - A monitor is stopped before it closes and has no high-water mark; otherwise libzmq's I/O thread
//   would block.
// - `Context.close` returns while sockets are open; `zmq_ctx_term` would wait for them.
