// Room for connections that libzmq can't exceed.
//
// libzmq ends the process when `accept4` fails for want of a descriptor, and it has no option for the number of
// connections. Its call of `accept4` is bound to the function in this file, because a program's own symbols precede
// those of libraries, and the linker exports those that a library needs.

#define _GNU_SOURCE

#include "CNavSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The first numbers that connections do not get; 0 for no limit.
static atomic_int first_refused_local = 0;
static atomic_int first_refused_remote = 0;

static atomic_ullong refused = 0;
static atomic_int report_event = -1;
/// Whether the next refusal signals the event.
static atomic_int is_armed = 0;

/// A descriptor to give up when none is left, so that a connection can be accepted and closed.
static int spare = -1;
static pthread_mutex_t spare_lock = PTHREAD_MUTEX_INITIALIZER;

static int real_accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
  return (int)syscall(SYS_accept4, listener, address, length, flags);
}

static int open_spare(void) { return open("/dev/null", O_RDONLY | O_CLOEXEC); }

void nav_accept_limit(int local, int remote, int event) {
  pthread_mutex_lock(&spare_lock);
  if (spare < 0) spare = open_spare();
  pthread_mutex_unlock(&spare_lock);
  atomic_store(&report_event, event);
  atomic_store(&is_armed, 1);
  atomic_store(&first_refused_remote, remote);
  atomic_store(&first_refused_local, local);
}

uint64_t nav_accept_refused(void) {
  // Armed first: a refusal after the count was read signals the event.
  atomic_store(&is_armed, 1);
  return atomic_load(&refused);
}

static int is_local(int listener) {
  int domain = AF_UNIX;
  socklen_t length = sizeof domain;
  if (getsockopt(listener, SOL_SOCKET, SO_DOMAIN, &domain, &length) != 0) return 1;
  return domain == AF_UNIX;
}

/// Accepts a connection and closes it when no descriptor is left; otherwise the listener would stay readable.
static void refuse_without_descriptor(int listener) {
  pthread_mutex_lock(&spare_lock);
  if (spare >= 0) close(spare);
  int connection = real_accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (connection >= 0) close(connection);
  spare = open_spare();
  pthread_mutex_unlock(&spare_lock);
}

static int report_refusal(void) {
  atomic_fetch_add(&refused, 1);
  if (atomic_exchange(&is_armed, 0)) nav_eventfd_signal(atomic_load(&report_event));
  errno = ECONNABORTED;
  return -1;
}

/// Accepts a connection as the C library does, and closes it at once if its number reaches the limit.
///
/// The kernel assigns the lowest free number, so the number tells how full the table is. To the caller a refused
/// connection is one that its peer has aborted, which every caller has to expect.
int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
  int connection = real_accept4(listener, address, length, flags);
  int error = errno;
  int limit = atomic_load(is_local(listener) ? &first_refused_local : &first_refused_remote);
  errno = error;
  if (limit <= 0) return connection;
  if (connection >= 0) {
    if (connection < limit) return connection;
    close(connection);
    return report_refusal();
  }
  if (error != EMFILE && error != ENFILE) return -1;
  refuse_without_descriptor(listener);
  return report_refusal();
}
