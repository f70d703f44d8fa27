#include "CNavFloor.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum { request_size = 60, screen_size = 900, largest_frame = 4096 };

// As long as a topic of navd.
static const char topic[] = "the topic of the one stream";

static const char request[request_size];

// The published message.
static char message[largest_frame];
static size_t message_size;

// MARK: Daemon

// Opens a socket whose connections belong to one I/O thread, given as a mask, and binds it.
static void *bound(void *context, int type, uint64_t thread, const char *endpoint) {
  void *socket = zmq_socket(context, type);
  if (socket != NULL && zmq_setsockopt(socket, ZMQ_AFFINITY, &thread, sizeof thread) == 0 &&
      zmq_bind(socket, endpoint) == 0) {
    return socket;
  }
  return NULL;
}

static int publish(void *layout) {
  if (zmq_send(layout, topic, sizeof topic, ZMQ_SNDMORE) < 0) {
    return -1;
  }
  return zmq_send(layout, message, message_size, 0);
}

// Reads the frames of a message; stores the first. Returns its size, or -1 if there is no message.
static int receive(void *socket, char *first, size_t room) {
  int size = zmq_recv(socket, first, room, ZMQ_DONTWAIT);
  int more = 0;
  size_t length = sizeof more;
  while (size >= 0 && zmq_getsockopt(socket, ZMQ_RCVMORE, &more, &length) == 0 && more) {
    char rest[largest_frame];
    if (zmq_recv(socket, rest, sizeof rest, 0) < 0) {
      return -1;
    }
  }
  return size;
}

// Publishes, then replies.
static int serve(void *input, void *layout, const char *peer, int size) {
  if (publish(layout) < 0 || zmq_send(input, peer, (size_t)size, ZMQ_SNDMORE) < 0 ||
      zmq_send(input, "", 0, ZMQ_SNDMORE) < 0) {
    return -1;
  }
  return zmq_send(input, request, sizeof request, 0);
}

int nav_floor_daemon(const char *input_endpoint, const char *layout_endpoint, size_t size_of_message) {
  if (size_of_message > sizeof message) {
    return EINVAL;
  }
  message_size = size_of_message;
  void *context = zmq_ctx_new();
  zmq_ctx_set(context, ZMQ_IO_THREADS, 2);
  void *layout = bound(context, ZMQ_XPUB, 1, layout_endpoint);
  void *input = bound(context, ZMQ_ROUTER, 2, input_endpoint);
  // Each subscription is reported, not only the first to a topic.
  int verbose = 1;
  if (layout == NULL || input == NULL ||
      zmq_setsockopt(layout, ZMQ_XPUB_VERBOSER, &verbose, sizeof verbose) != 0) {
    return zmq_errno();
  }
  puts("listening");
  fflush(stdout);
  zmq_pollitem_t items[] = {{layout, -1, ZMQ_POLLIN, 0}, {input, -1, ZMQ_POLLIN, 0}};
  for (;;) {
    char peer[largest_frame];
    int size;
    if (zmq_poll(items, 2, -1) < 0) {
      return zmq_errno();
    }
    int is_followed = 0;
    while (items[0].revents && (size = receive(layout, peer, sizeof peer)) > 0) {
      is_followed |= peer[0] == 1;
    }
    if (is_followed && publish(layout) < 0) {
      return zmq_errno();
    }
    while (items[1].revents && (size = receive(input, peer, sizeof peer)) > 0) {
      if (serve(input, layout, peer, size) < 0) {
        return zmq_errno();
      }
    }
  }
}

// MARK: Clients

static void *connected(void *context, int type, const char *endpoint) {
  void *socket = zmq_socket(context, type);
  return socket != NULL && zmq_connect(socket, endpoint) == 0 ? socket : NULL;
}

static void *subscribed(void *context, const char *endpoint, const void *topic, size_t size) {
  void *socket = connected(context, ZMQ_SUB, endpoint);
  return socket != NULL && zmq_setsockopt(socket, ZMQ_SUBSCRIBE, topic, size) == 0 ? socket : NULL;
}

static int make_raw(int terminal) {
  struct termios modes;
  if (tcgetattr(terminal, &modes) != 0) {
    return -1;
  }
  cfmakeraw(&modes);
  return tcsetattr(terminal, TCSANOW, &modes);
}

int nav_floor_client(const char *input_endpoint, const char *layout_endpoint) {
  void *context = zmq_ctx_new();
  void *input = connected(context, ZMQ_DEALER, input_endpoint);
  void *layout = subscribed(context, layout_endpoint, topic, sizeof topic);
  if (input == NULL || layout == NULL || make_raw(STDIN_FILENO) != 0) {
    return zmq_errno();
  }
  char screen[screen_size];
  memset(screen, 'x', sizeof screen);
  zmq_pollitem_t items[] = {
      {input, -1, ZMQ_POLLIN, 0},
      {layout, -1, ZMQ_POLLIN, 0},
      {NULL, STDIN_FILENO, ZMQ_POLLIN, 0},
  };
  for (;;) {
    char bytes[largest_frame];
    if (zmq_poll(items, 3, -1) < 0) {
      return zmq_errno();
    }
    if (items[2].revents) {
      if (read(STDIN_FILENO, bytes, sizeof bytes) <= 0) {
        return 0;
      }
      if (zmq_send(input, "", 0, ZMQ_SNDMORE) < 0 || zmq_send(input, request, sizeof request, 0) < 0) {
        return zmq_errno();
      }
    }
    while (items[0].revents && receive(input, bytes, sizeof bytes) >= 0) {
    }
    while (items[1].revents && receive(layout, bytes, sizeof bytes) >= 0) {
      if (write(STDOUT_FILENO, screen, sizeof screen) != sizeof screen) {
        return errno;
      }
    }
  }
}

// MARK: Subscribers

// Reads the next message; stores the size of its last frame. Returns 0, or -1 if there is none.
static int receive_body(void *socket, size_t *size) {
  char bytes[largest_frame];
  int more = 1;
  size_t length = sizeof more;
  while (more) {
    int count = zmq_recv(socket, bytes, sizeof bytes, ZMQ_DONTWAIT);
    if (count < 0 || zmq_getsockopt(socket, ZMQ_RCVMORE, &more, &length) != 0) {
      return -1;
    }
    *size = (size_t)count;
  }
  return 0;
}

// Waits until each socket has received a message whose body has a size. Returns 0, or -1 on failure.
static int wait_for_all(zmq_pollitem_t *items, size_t count, size_t least_size) {
  size_t missing = count;
  for (size_t index = 0; index < count; index++) {
    items[index].events = ZMQ_POLLIN;
  }
  while (missing > 0) {
    if (zmq_poll(items, (int)count, -1) < 0) {
      return -1;
    }
    for (size_t index = 0; index < count; index++) {
      size_t size;
      while (items[index].events && receive_body(items[index].socket, &size) == 0) {
        if (size >= least_size) {
          // `zmq_poll` no longer waits for it.
          items[index].events = 0;
          missing--;
        }
      }
    }
  }
  return 0;
}

static void discard_all(zmq_pollitem_t *items, size_t count) {
  for (size_t index = 0; index < count; index++) {
    size_t size;
    while (receive_body(items[index].socket, &size) == 0) {
    }
  }
}

static void say(long long number) {
  printf("%lld\n", number);
  fflush(stdout);
}

int nav_floor_subscribers(const char *layout_endpoint, const void *topic, size_t size, size_t count, size_t least_size) {
  void *context = zmq_ctx_new();
  zmq_pollitem_t *items = calloc(count, sizeof *items);
  if (items == NULL || zmq_ctx_set(context, ZMQ_MAX_SOCKETS, (int)count + 1) != 0) {
    return ENOMEM;
  }
  for (size_t index = 0; index < count; index++) {
    items[index].fd = -1;
    items[index].socket = subscribed(context, layout_endpoint, topic, size);
    if (items[index].socket == NULL) {
      return zmq_errno();
    }
  }
  if (wait_for_all(items, count, 0) != 0) {
    return zmq_errno();
  }
  for (;;) {
    char word;
    say(0);
    if (read(STDIN_FILENO, &word, 1) <= 0) {
      return 0;
    }
    discard_all(items, count);
    say(1);
    if (wait_for_all(items, count, least_size) != 0) {
      return zmq_errno();
    }
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    say(time.tv_sec * 1000000000LL + time.tv_nsec);
  }
}
