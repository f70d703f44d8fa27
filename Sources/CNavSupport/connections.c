// Limits of connections that libzmq does not have.
//
// libzmq ends the process when `accept4` fails for want of a descriptor, and it stores every topic that a subscriber
// sends before the program learns of it: each byte of a topic takes about 50 bytes. It also ends the process when a
// connection is lost whose messages it has stopped reading and a heartbeat is due (4.3.4, `!_io_error`). Its calls of
// `accept4`, `recv`, `epoll_ctl` and `epoll_wait` are bound to the functions in this file, because a program's own
// symbols precede those of libraries, and the linker exports those that a library needs.

#define _GNU_SOURCE

#include "CNavSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

/// The first numbers that connections do not get; 0 for no limit.
static atomic_int first_refused_local = 0;
static atomic_int first_refused_remote = 0;

static atomic_ullong refused = 0;
static atomic_ullong throttled = 0;
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

uint64_t nav_accept_refused_total(void) { return atomic_load(&refused); }

uint64_t nav_accept_throttled(void) {
  atomic_store(&is_armed, 1);
  return atomic_load(&throttled);
}

uint64_t nav_accept_throttled_total(void) { return atomic_load(&throttled); }

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

static int report_refusal(atomic_ullong *count) {
  atomic_fetch_add(count, 1);
  if (atomic_exchange(&is_armed, 0)) nav_eventfd_signal(atomic_load(&report_event));
  errno = ECONNABORTED;
  return -1;
}

// MARK: Received bytes

/// The bytes that a metered connection may send at once, and how long each one counts.
#define BURST_BYTES 4096
#define BYTE_NANOSECONDS 61035
#define BURST_NANOSECONDS ((int64_t)BURST_BYTES * BYTE_NANOSECONDS)

/// The state of an accepted connection.
struct connection {
  /// The time until which its bytes count; 0 if it is not metered.
  _Atomic int64_t until;
  atomic_int is_accepted;
  /// Whether it was removed from its epoll because nothing is to be read.
  atomic_int is_unwatched;
};

/// The connections by descriptor, and how many may be open.
static struct connection *connections;
/// Set last: threads of the system's libraries come here before `nav_receive_limit`, and see either no connections or all
/// that it has set.
static atomic_int connection_count;
static struct sockaddr_un metered_path;
static in_port_t metered_port;

int nav_receive_limit(const char *path, uint16_t port, int descriptors) {
  if (strlen(path) >= sizeof metered_path.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(metered_path.sun_path, path);
  metered_port = htons(port);
  if (!connections) connections = calloc((size_t)descriptors, sizeof *connections);
  if (!connections) return -1;
  atomic_store(&connection_count, descriptors);
  return 0;
}

/// Whether a connection was accepted at the metered path or port.
static int is_metered(int connection) {
  struct sockaddr_storage address = {0};
  socklen_t length = sizeof address;
  if (getsockname(connection, (struct sockaddr *)&address, &length) != 0) return 0;
  switch (address.ss_family) {
  case AF_UNIX: return strcmp(((struct sockaddr_un *)&address)->sun_path, metered_path.sun_path) == 0;
  case AF_INET: return metered_port && ((struct sockaddr_in *)&address)->sin_port == metered_port;
  case AF_INET6: return metered_port && ((struct sockaddr_in6 *)&address)->sin6_port == metered_port;
  default: return 0;
  }
}

/// Records an accepted connection, and returns its descriptor.
static int begin_connection(int descriptor) {
  if (descriptor < connection_count) {
    struct connection *connection = &connections[descriptor];
    atomic_store(&connection->until, is_metered(descriptor) ? nav_monotonic_ns() : 0);
    atomic_store(&connection->is_unwatched, 0);
    atomic_store(&connection->is_accepted, 1);
  }
  return descriptor;
}

/// Receives bytes as the C library does; shuts a metered connection that sends too many.
ssize_t recv(int descriptor, void *buffer, size_t size, int flags) {
  ssize_t count = syscall(SYS_recvfrom, descriptor, buffer, size, flags, NULL, NULL);
  if (count <= 0 || descriptor >= connection_count) return count;
  int64_t until = atomic_load(&connections[descriptor].until);
  if (until == 0) return count;
  int64_t now = nav_monotonic_ns();
  until = (until > now ? until : now) + count * BYTE_NANOSECONDS;
  atomic_store(&connections[descriptor].until, until);
  if (until - now <= BURST_NANOSECONDS) return count;
  shutdown(descriptor, SHUT_RDWR);
  return 0;
}

// MARK: Watching

/// Changes what an epoll watches as the C library does, but removes an accepted connection from which nothing is to be
/// read, until something is.
///
/// The kernel would report its end nevertheless, and libzmq would go on to use the connection. Meanwhile nothing is
/// written to it either, except directly by a send; the program reads what waits in any case.
int epoll_ctl(int epoll, int operation, int descriptor, struct epoll_event *event) {
  if (descriptor >= 0 && descriptor < connection_count &&
      atomic_load(&connections[descriptor].is_accepted)) {
    atomic_int *is_unwatched = &connections[descriptor].is_unwatched;
    int was_unwatched = atomic_exchange(is_unwatched, 0);
    if (operation == EPOLL_CTL_DEL) {
      atomic_store(&connections[descriptor].is_accepted, 0);
      if (was_unwatched) return 0;
    } else if (operation == EPOLL_CTL_MOD && !(event->events & EPOLLIN)) {
      atomic_store(is_unwatched, 1);
      if (was_unwatched) return 0;
      operation = EPOLL_CTL_DEL;
    } else if (operation == EPOLL_CTL_MOD && was_unwatched) {
      operation = EPOLL_CTL_ADD;
    }
  }
  return (int)syscall(SYS_epoll_ctl, epoll, operation, descriptor, event);
}

/// Waits as the C library does, but does not report the end of a connection from which bytes can still be read.
///
/// For such an event libzmq reads twice, and goes on to use a connection that the second reading found at its end. The
/// bytes are followed by the end, which reading finds.
int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout) {
  int count = (int)syscall(SYS_epoll_pwait, epoll, events, most, timeout, NULL, (size_t)8);
  if (connection_count == 0) return count;
  for (int index = 0; index < count; index++) {
    if (events[index].events & EPOLLIN) events[index].events &= ~(uint32_t)(EPOLLHUP | EPOLLERR);
  }
  return count;
}

// MARK: Sources

/// The time for which a connection counts for its source: as long as a handshake may take.
#define RECENT_NANOSECONDS (INT64_C(10) * 1000 * 1000 * 1000)
/// Sources share counters by a hash with a secret seed; a power of two.
#define SOURCE_COUNTERS 4096

/// A connection that was accepted a short time ago.
struct recent {
  int64_t at;
  unsigned counter;
};

/// The recent connections, oldest first, in a ring; the lock is that of everything in this part.
static pthread_mutex_t source_lock = PTHREAD_MUTEX_INITIALIZER;
static struct recent *recent;
static int recent_first, recent_count, recent_most;
static int source_counts[SOURCE_COUNTERS];
static int source_most;
static uint64_t source_seed;

int nav_source_limit(int most, int all) {
  struct recent *ring = calloc((size_t)all, sizeof *ring);
  if (!ring) return -1;
  pthread_mutex_lock(&source_lock);
  free(recent);
  recent = ring;
  recent_first = recent_count = 0;
  recent_most = all;
  memset(source_counts, 0, sizeof source_counts);
  source_most = most;
  if (getrandom(&source_seed, sizeof source_seed, GRND_NONBLOCK) != (ssize_t)sizeof source_seed)
    source_seed = (uint64_t)nav_monotonic_ns();
  pthread_mutex_unlock(&source_lock);
  return 0;
}

/// Returns a number for the source of a connection: its IPv4 address, or the network of its IPv6 address.
static uint64_t source_of(int connection) {
  struct sockaddr_storage address = {0};
  socklen_t length = sizeof address;
  uint64_t source = 0;
  if (getpeername(connection, (struct sockaddr *)&address, &length) != 0) return 0;
  if (address.ss_family == AF_INET) return ((struct sockaddr_in *)&address)->sin_addr.s_addr;
  if (address.ss_family != AF_INET6) return 0;
  const struct in6_addr *ip = &((struct sockaddr_in6 *)&address)->sin6_addr;
  if (IN6_IS_ADDR_V4MAPPED(ip)) {
    memcpy(&source, &ip->s6_addr[12], 4);
  } else {
    memcpy(&source, ip->s6_addr, 8);
  }
  return source;
}

/// Whether a new connection fits: its source has not made too many a short time ago, nor have all together.
static int admits_source(int connection) {
  pthread_mutex_lock(&source_lock);
  int admits = 1;
  if (recent) {
    int64_t now = nav_monotonic_ns();
    while (recent_count > 0 && now - recent[recent_first].at >= RECENT_NANOSECONDS) {
      source_counts[recent[recent_first].counter]--;
      recent_first = (recent_first + 1) % recent_most;
      recent_count--;
    }
    uint64_t mixed = (source_of(connection) ^ source_seed) * UINT64_C(0x9E3779B97F4A7C15);
    unsigned counter = (unsigned)((mixed ^ (mixed >> 29)) * UINT64_C(0xBF58476D1CE4E5B9) >> 52);
    admits = recent_count < recent_most && source_counts[counter] < source_most;
    if (admits) {
      int last = (recent_first + recent_count) % recent_most;
      recent[last] = (struct recent){.at = now, .counter = counter};
      recent_count++;
      source_counts[counter]++;
    }
  }
  pthread_mutex_unlock(&source_lock);
  return admits;
}

// MARK: Accepting

/// Accepts a connection as the C library does, and closes it at once if its number reaches the limit, or if its source
/// has made too many a short time ago.
///
/// The kernel assigns the lowest free number, so the number tells how full the table is. To the caller a refused
/// connection is one that its peer has aborted, which every caller has to expect.
int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags) {
  int connection = real_accept4(listener, address, length, flags);
  int error = errno;
  int limit = atomic_load(is_local(listener) ? &first_refused_local : &first_refused_remote);
  errno = error;
  if (limit <= 0) return connection >= 0 ? begin_connection(connection) : connection;
  if (connection >= 0) {
    if (connection < limit) {
      if (is_local(listener) || admits_source(connection)) return begin_connection(connection);
      close(connection);
      return report_refusal(&throttled);
    }
    close(connection);
    return report_refusal(&refused);
  }
  if (error != EMFILE && error != ENFILE) return -1;
  refuse_without_descriptor(listener);
  return report_refusal(&refused);
}
