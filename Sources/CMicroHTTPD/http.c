#include "CMicroHTTPD.h"

#include <dlfcn.h>
#include <microhttpd.h>
#include <stdlib.h>

/// The functions of the library, of the types that its header declares.
static struct {
  __typeof__(&MHD_start_daemon) start;
  __typeof__(&MHD_stop_daemon) stop;
  __typeof__(&MHD_run) run;
  __typeof__(&MHD_get_timeout) timeout;
  __typeof__(&MHD_get_daemon_info) daemon_info;
  __typeof__(&MHD_get_connection_info) connection_info;
  __typeof__(&MHD_lookup_connection_value) value;
  __typeof__(&MHD_create_response_from_buffer) create_response;
  __typeof__(&MHD_add_response_header) add_header;
  __typeof__(&MHD_queue_response) queue_response;
  __typeof__(&MHD_destroy_response) destroy_response;
} library;

/// The name of the version whose header this file is built with.
#if MHD_VERSION >= 0x00095000 && MHD_VERSION < 0x02000000
#define LIBRARY_NAME "libmicrohttpd.so.12"
#else
#error "another version of libmicrohttpd: name its library here"
#endif

static int find(void *handle, const char *name, void *function) {
  return (*(void **)function = dlsym(handle, name)) != NULL;
}

int nav_http_load(void) {
  if (library.start) return 1;
  // It stays loaded.
  void *handle = dlopen(LIBRARY_NAME, RTLD_NOW | RTLD_LOCAL);
  return handle && find(handle, "MHD_stop_daemon", &library.stop) &&
      find(handle, "MHD_run", &library.run) && find(handle, "MHD_get_timeout", &library.timeout) &&
      find(handle, "MHD_get_daemon_info", &library.daemon_info) &&
      find(handle, "MHD_get_connection_info", &library.connection_info) &&
      find(handle, "MHD_lookup_connection_value", &library.value) &&
      find(handle, "MHD_create_response_from_buffer", &library.create_response) &&
      find(handle, "MHD_add_response_header", &library.add_header) &&
      find(handle, "MHD_queue_response", &library.queue_response) &&
      find(handle, "MHD_destroy_response", &library.destroy_response) &&
      find(handle, "MHD_start_daemon", &library.start);
}

struct nav_http {
  struct MHD_Daemon *daemon;
  nav_http_handler handler;
  nav_http_notifier notifier;
  void *context;
};

static enum MHD_Result handle(
    void *closure,
    struct MHD_Connection *connection,
    const char *url,
    const char *method,
    const char *version,
    const char *data,
    size_t *size,
    void **request
) {
  struct nav_http *server = closure;
  const char *host = library.value(connection, MHD_HEADER_KIND, "Host");
  return server->handler(server->context, connection, url, method, host) ? MHD_YES : MHD_NO;
}

static void notify(
    void *closure,
    struct MHD_Connection *connection,
    void **context,
    enum MHD_ConnectionNotificationCode event
) {
  struct nav_http *server = closure;
  int descriptor = -1;
  if (event == MHD_CONNECTION_NOTIFY_STARTED) {
    const union MHD_ConnectionInfo *info =
        library.connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info) descriptor = info->connect_fd;
  }
  server->notifier(server->context, connection, descriptor);
}

struct nav_http *nav_http_start(
    int listener,
    struct nav_http_limits limits,
    nav_http_handler handler,
    nav_http_notifier notifier,
    void *context
) {
  struct nav_http *server = malloc(sizeof *server);
  if (!server) return NULL;
  *server = (struct nav_http){NULL, handler, notifier, context};
  server->daemon = library.start(
      MHD_USE_EPOLL, 0, NULL, NULL, handle, server,
      MHD_OPTION_LISTEN_SOCKET, listener,
      MHD_OPTION_NOTIFY_CONNECTION, notify, server,
      MHD_OPTION_CONNECTION_LIMIT, limits.connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits.connections_per_address,
      MHD_OPTION_CONNECTION_TIMEOUT, limits.silence,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.memory,
      MHD_OPTION_END
  );
  if (server->daemon) return server;
  free(server);
  return NULL;
}

void nav_http_stop(struct nav_http *server) {
  library.stop(server->daemon);
  free(server);
}

int nav_http_descriptor(struct nav_http *server) {
  const union MHD_DaemonInfo *info = library.daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

int64_t nav_http_timeout(struct nav_http *server) {
  MHD_UNSIGNED_LONG_LONG timeout;
  if (library.timeout(server->daemon, &timeout) != MHD_YES) return -1;
  return timeout > INT32_MAX ? INT32_MAX : (int64_t)timeout;
}

void nav_http_run(struct nav_http *server) { library.run(server->daemon); }

int nav_http_answer(
    void *connection,
    unsigned int status,
    const char *type,
    const char *allow,
    const void *bytes,
    size_t count
) {
  struct MHD_Response *response =
      library.create_response(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
  if (!response) return 0;
  library.add_header(response, "Content-Type", type);
  library.add_header(response, "Connection", "close");
  if (allow) library.add_header(response, "Allow", allow);
  enum MHD_Result result = library.queue_response(connection, status, response);
  // The queue keeps it.
  library.destroy_response(response);
  return result == MHD_YES;
}
