// Linux features that Swift's Glibc module hides: descriptors for signals and events, changes of files, child
// processes, pseudo terminals, limits of connections, and the guard that restores the terminal after
// a crash.
//
// Functions that return an int return -1 and set errno on failure, unless stated otherwise.
// Every returned descriptor is non-blocking and close-on-exec, unless stated otherwise.

#ifndef C_NAV_SUPPORT_H
#define C_NAV_SUPPORT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

#pragma clang assume_nonnull begin

// MARK: Signals

/// Blocks the signals in the calling thread (and thus in every thread it starts later) and opens a descriptor
/// that is readable while one of them is pending. Call it before the first thread starts.
int nav_signalfd_open(const int *signals, size_t count);

/// Reads one pending signal: its number, or 0 if none is pending.
int nav_signalfd_read(int descriptor);

/// Starts a thread that ends the process by one of these signals, which are blocked and read elsewhere, if it stays
/// unread for some milliseconds; an armed terminal guard restores the terminal first. Every process needs it once.
int nav_signals_enforce(const int *signals, size_t count, int milliseconds);

/// Blocks one signal in the calling thread. Returns 1 if it was blocked before, else 0.
int nav_signal_block(int signal);

/// Unblocks a signal in the calling thread. Returns 1 if it was blocked before, else 0.
int nav_signal_unblock(int signal);

// MARK: Time

/// Returns CLOCK_MONOTONIC in nanoseconds.
int64_t nav_monotonic_ns(void);

// MARK: Files

/// Writes everything of the file system that contains an open file or directory to the disk.
///
/// Returns 0, or -1 with the reason in `errno`.
int nav_sync_filesystem(int descriptor);

/// Opens a file or a directory for reading whose path begins in a directory, without following a link below that one.
///
/// Neither path ends with a slash, and `path` contains no `..`. Returns the descriptor, or -1 with the reason in `errno`:
/// ELOOP or ENOTDIR where a link stands, ENXIO for a pipe, a socket or a device, which is not opened.
int nav_open_beneath(const char *directory, const char *path);

/// Returns 1 if a process has a regular file open for writing, else 0; 0 if that can't be found out, as for files of
/// other users and on some network file systems.
int nav_file_is_written(const char *path);

// MARK: Memory

/// Makes the allocator consolidate freed memory, which it defers, and return unused memory to the system.
void nav_memory_tidy(void);

/// Returns the bytes that this process holds beyond what is allocated: mostly freed memory, which `nav_memory_tidy`
/// returns to the system.
size_t nav_memory_spare(void);

// MARK: Descriptors

/// Closes every descriptor above those of the standard streams.
void nav_close_inherited(void);

// MARK: Events between threads

int nav_eventfd_open(void);

/// Makes the descriptor readable; several signals before a drain count as one.
int nav_eventfd_signal(int descriptor);

/// Returns 1 if it was signalled since the last drain, else 0.
int nav_eventfd_drain(int descriptor);

// MARK: Groups of descriptors

/// Opens a descriptor that is readable while one of the descriptors in its group is; it is never read.
int nav_group_open(void);

/// Adds a descriptor to a group. It leaves the group when it is closed.
int nav_group_add(int group, int descriptor);

// MARK: Connections

/// Limits the connections that this process accepts from now on, libzmq's included.
///
/// A connection whose descriptor would have the number `local` or a higher one (`remote`, if it does not come
/// from this machine's file system) is closed at once; 0 for no limit. `event` is an eventfd that is signalled at
/// the first refusal after each call of `nav_accept_refused`.
void nav_accept_limit(int local, int remote, int event);

/// Returns the number of connections that were refused.
uint64_t nav_accept_refused(void);

/// Returns the same number; `event` stays as it is.
uint64_t nav_accept_refused_total(void);

/// Limits the connections from the network that this process accepts within ten seconds: `most` from one source, an
/// IPv4 address or the /64 network of an IPv6 address, and `all` together. Further ones are closed at once, and the
/// event of `nav_accept_limit` is signalled.
///
/// Returns 0, or -1 without memory.
int nav_source_limit(int most, int all);

/// Returns the number of connections that `nav_source_limit` has refused.
uint64_t nav_accept_throttled(void);

/// Returns the same number; `event` stays as it is.
uint64_t nav_accept_throttled_total(void);

/// Limits the bytes that this process receives from each connection to a Unix socket's path and to a TCP port
/// (0 for none): 4,096 at once and 16 KiB a second. A connection that sends more is shut, and what it sent is
/// discarded.
///
/// Call it before anything listens there; `descriptors` is the number of files that may be open. Not thread-safe.
int nav_receive_limit(const char *path, uint16_t port, int descriptors);

// MARK: Files that change

/// Opens a descriptor that is readable after a change in a watched directory.
int nav_watch_open(void);

/// Watches a directory for new names and, if is_complete is not 0, also for written, changed and removed
/// files. Returns the watch; a directory that is already watched keeps its watch, and what that notices.
int nav_watch_directory(int descriptor, const char *path, int is_complete);

/// Watches a directory for names that go or are replaced, and for its own end. Returns the watch.
int nav_watch_names(int descriptor, const char *path);

/// Removes a watch.
int nav_watch_end(int descriptor, int watch);

/// Discards all pending events; returns 1 if there were any, else 0.
int nav_watch_drain(int descriptor);

// MARK: Terminals

/// Reads the size of a terminal's window in cells and in pixels. Numbers that were never set are 0.
int nav_window_size(int descriptor, uint16_t *columns, uint16_t *rows, uint16_t *width, uint16_t *height);

/// Sets the size; the terminal's foreground processes get SIGWINCH if it changes.
int nav_set_window_size(int descriptor, uint16_t columns, uint16_t rows);

/// Opens a pseudo terminal of that size for tests. Returns the master's descriptor and stores the device's,
/// which is an ordinary blocking one. Both are close-on-exec.
int nav_open_pty(uint16_t columns, uint16_t rows, int *device);

/// Starts a program as the leader of its own session, on a new pseudo terminal of that size.
///
/// `argv[0]` is looked up in PATH; both lists end with NULL. In the child, no signal is blocked or ignored
/// and only the descriptors 0, 1 and 2 are open. Returns the master's descriptor; the caller closes it and
/// waits for the process. Fails with the errno of exec if the program can't be run.
int nav_spawn_pty(
    char *_Nullable const *_Nonnull argv,
    char *_Nullable const *_Nonnull environment,
    uint16_t columns,
    uint16_t rows,
    pid_t *pid
);

// MARK: Processes

/// A program to run, with its parameters.
struct nav_process {
  /// The path of the program's file; PATH is not searched.
  const char *path;
  /// The arguments and the environment; both end with NULL.
  char *_Nullable const *_Nonnull argv;
  char *_Nullable const *_Nonnull environment;
  /// The working directory; NULL for that of this process.
  const char *_Nullable directory;
  /// The program's descriptors 0, 1 and 2; they stay open in this process.
  int input, output, errors;
  /// The most bytes of data of each process (RLIMIT_DATA); 0 for no additional limit. Memory mapped from
  /// files does not count, so a program that maps large files still runs.
  uint64_t memory;
  /// Whether the kernel kills the program when the thread that started it ends, or this whole process.
  int dies_with_thread;
  /// Whether the program stays in this process's session and process group, so that it can ask the user at the
  /// terminal; else it leads its own ones.
  int keeps_session;
};

/// The stages at which starting a program can fail.
#define NAV_PROCESS_SETTING_UP 0
#define NAV_PROCESS_DIRECTORY 1
#define NAV_PROCESS_PROGRAM 2

/// Starts a program, by default as the leader of its own session and process group, without a controlling terminal.
///
/// In the program, no signal is blocked or ignored, only the descriptors 0, 1 and 2 are open, and core dumps are
/// disabled. On failure sets errno, stores the failed stage and
/// leaves no child.
pid_t nav_process_start(const struct nav_process *process, int *stage);

/// Opens a descriptor that is readable once the child has ended, close-on-exec (pidfd_open: Linux 5.3).
int nav_process_watch(pid_t child);

/// Waits for a child and reaps it; returns its exit code, or the signal that ended it.
int nav_process_status(pid_t child, int *is_signal);

/// Creates an anonymous file in memory with these bytes, positioned at its start; close-on-exec.
int nav_memory_file(const void *bytes, size_t count);

/// Creates a blocking pipe: stores the read end and the write end, both close-on-exec.
int nav_pipe(int *ends);

/// Returns this process's environment, which ends with NULL.
char *_Nullable const *_Nonnull nav_environment(void);

// MARK: The terminal guard

/// The longest text that the guard can write.
#define NAV_GUARD_LIMIT 256

/// Arms the guard: on a crash (SEGV BUS ILL FPE ABRT TRAP SYS) it writes `bytes` to the terminal and restores
/// the saved modes; then the signal's previous handler runs, or the process is killed.
///
/// There is one guard per process: arming it again replaces its contents. The calling thread gets an
/// alternate signal stack if it has none, so that the guard also works after a stack overflow. The descriptor
/// must stay open until the guard is disarmed. Not thread-safe.
int nav_guard_arm(int descriptor, const struct termios *saved, const void *bytes, size_t count);

/// Disarms the guard and restores the previous signal handlers; does nothing if it is not armed.
void nav_guard_disarm(void);

/// Starts the program at a path, which must be termpaint's `ttyrescue` (ABI 0a), as a helper: if this process
/// ends in any way while the guard is armed, the helper does the guard's work. It lives as long as this
/// process. Starting a second one does nothing.
int nav_rescue_start(const char *path, int descriptor);

#pragma clang assume_nonnull end

#endif
