// The floor under navd's times: programs with the sockets and threads of navd and navclient that do no work, against
// which `navbench` measures in the same run.
//
// The daemon has a ROUTER for requests and an XPUB for scenes over ipc, an I/O thread for each, and one poll loop. A
// client has a DEALER and a SUB, one I/O thread, and its terminal in raw mode. A key becomes a request of 60 bytes; the
// daemon publishes a message of 700 bytes, then replies; each client writes 900 bytes to its terminal for the message.
// The sizes are those of a turned page in navd. Nothing is decoded, compared, laid out, stored or painted.
//
// The functions return only on failure: the number of an error (`zmq_strerror`).

#ifndef C_NAV_FLOOR_H
#define C_NAV_FLOOR_H

#include <stddef.h>

#pragma clang assume_nonnull begin

/// Runs the daemon, which publishes messages of a size, at most 4,096 bytes. Writes a line to standard output once it
/// listens.
///
/// Publishes the message for subscriptions, too, as navd publishes a snapshot: a client shows something as soon as it
/// follows.
int nav_floor_daemon(const char *input, const char *layout, size_t message_size);

/// Runs a client on the terminal of standard input and output.
///
/// Returns 0 at the end of standard input.
int nav_floor_client(const char *input, const char *layout);

/// Runs subscribers of one topic without terminals: sockets with one I/O thread in common.
///
/// Writes lines with numbers to standard output: 0 when all have received a message, so their subscriptions have
/// arrived. Then, for each byte of standard input, 1 when what they have received until then is discarded, the
/// time (CLOCK_MONOTONIC, in nanoseconds) when all have received a further message of at least some size, and 0 again.
/// Returns 0 at the end of standard input.
int nav_floor_subscribers(
    const char *layout,
    const void *topic,
    size_t topic_size,
    size_t count,
    size_t least_size
);

#pragma clang assume_nonnull end

#endif
