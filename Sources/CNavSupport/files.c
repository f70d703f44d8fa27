#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CNavSupport.h"

int nav_sync_filesystem(int descriptor) { return syncfs(descriptor); }

/// Opens one name in a directory, for reading if it is the last one of a path.
static int open_name(int directory, const char *name, int is_last) {
  if (!is_last) {
    return openat(directory, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  }
  struct stat status;
  if (fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return -1;
  }
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
    errno = S_ISLNK(status.st_mode) ? ELOOP : ENXIO;
    return -1;
  }
  return openat(directory, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC);
}

int nav_open_beneath(const char *directory, const char *path) {
  int place = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
  while (place >= 0) {
    char name[NAME_MAX + 1];
    size_t length = strcspn(path, "/");
    int is_last = path[length] == 0;
    int next = -1;
    errno = ENAMETOOLONG;
    if (length <= NAME_MAX) {
      memcpy(name, path, length);
      name[length] = 0;
      do {
        next = open_name(place, name, is_last);
      } while (next < 0 && errno == EINTR);
    }
    int reason = errno;
    close(place);
    errno = reason;
    if (is_last) {
      return next;
    }
    place = next;
    path += length + 1;
  }
  return -1;
}

int nav_file_is_written(const char *path) {
  int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0) {
    return 0;
  }
  // A lease for reading is refused while somebody has the file open for writing. Who opens it now waits until it is
  // closed here; the signal that announces them is one that is ignored.
  int is_written = fcntl(descriptor, F_SETSIG, SIGURG) == 0 && fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0 &&
                   errno == EAGAIN;
  close(descriptor);
  return is_written;
}
