// libmicrohttpd for a server without threads, loaded when the first one starts: the library brings GnuTLS along, which
// would cost each start of a program that serves nothing some milliseconds and half a mebibyte.

#ifndef C_MICRO_HTTPD_H
#define C_MICRO_HTTPD_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A server.
struct nav_http;

/// Handles a request whose headers have arrived: calls `nav_http_answer`.
///
/// `host` is the header of that name, if there is one. Returns 0 to close the connection.
typedef int (*nav_http_handler)(
    void *context,
    void *connection,
    const char *url,
    const char *method,
    const char *_Nullable host
);

/// Notes that a connection begins, with its descriptor, or ends, with -1.
typedef void (*nav_http_notifier)(void *context, void *connection, int descriptor);

/// The bounds of what connections may take.
struct nav_http_limits {
  unsigned int connections, connections_per_address;
  /// The longest silence of a connection, in seconds.
  unsigned int silence;
  /// The bytes of each connection's buffers.
  size_t memory;
};

/// Loads the library; returns 0 if it is not installed.
int nav_http_load(void);

/// Starts a server on a listening, non-blocking socket, which belongs to it from then on; NULL on failure.
///
/// Load the library first. The context is not kept alive.
struct nav_http *_Nullable nav_http_start(
    int listener,
    struct nav_http_limits limits,
    nav_http_handler handler,
    nav_http_notifier notifier,
    void *context
);

/// Closes all connections and the socket, and frees the server.
void nav_http_stop(struct nav_http *server);

/// Returns the descriptor that is readable while the server has work.
int nav_http_descriptor(struct nav_http *server);

/// Returns in how many milliseconds `nav_http_run` has to be called even if there is no work; -1 for never.
int64_t nav_http_timeout(struct nav_http *server);

/// Does the work that there is, without blocking.
void nav_http_run(struct nav_http *server);

/// Answers the request that is being handled with a copy of the bytes, and closes its connection after that.
///
/// `allow` is the value of the header of that name, if any. Returns 0 on failure.
int nav_http_answer(
    void *connection,
    unsigned int status,
    const char *type,
    const char *_Nullable allow,
    const void *_Nullable bytes,
    size_t count
);

#pragma clang assume_nonnull end

#endif
