// What Linux has and Swift's Glibc module hides: descriptors for signals, timers and events, a process
// behind a pseudo terminal, and the guard that gives the terminal back when the program crashes.
//
// Functions that return an int return -1 and set errno when they fail, unless they say otherwise.
// Every descriptor they return is non-blocking and closed by exec.

#ifndef C_NAV_SUPPORT_H
#define C_NAV_SUPPORT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

#pragma clang assume_nonnull begin

// MARK: Signals

/// Blocks the signals in the calling thread (so in every thread it starts later) and opens a descriptor
/// that is readable while one of them is pending. Call it before the first thread starts.
int nav_signalfd_open(const int *signals, size_t count);

/// Takes one pending signal: its number, or 0 when none is pending.
int nav_signalfd_read(int descriptor);

/// Blocks one signal in the calling thread. Returns 1 if it was blocked before, else 0.
int nav_signal_block(int signal);

/// Lifts the block of a signal, for the calling thread. Returns 1 if it was blocked before, else 0.
int nav_signal_unblock(int signal);

// MARK: Time

/// Nanoseconds of CLOCK_MONOTONIC.
int64_t nav_monotonic_ns(void);

/// Opens a timer on CLOCK_MONOTONIC that is not armed.
int nav_timerfd_open(void);

/// Arms a timer for a moment of nav_monotonic_ns; a moment that has passed fires at once, a negative one
/// disarms. Forgets an expiration that nobody has read yet.
int nav_timerfd_arm(int descriptor, int64_t deadline_ns);

/// Returns 1 if the timer has fired since it was armed or read, else 0.
int nav_timerfd_read(int descriptor);

// MARK: Memory

/// Has the allocator join what was freed, which it puts off, and return what it can to the system.
void nav_memory_tidy(void);

// MARK: Events between threads

int nav_eventfd_open(void);

/// Makes the descriptor readable; many signals before a drain count as one.
int nav_eventfd_signal(int descriptor);

/// Returns 1 if it was signalled since the last drain, else 0.
int nav_eventfd_drain(int descriptor);

// MARK: Files that change

/// Opens a descriptor that is readable when something happens in the directories that it watches.
int nav_watch_open(void);

/// Watches a directory: for names that appear, and, where is_complete is not 0, for files that are written
/// or go. Returns the watch; a directory that is watched already keeps its own.
int nav_watch_directory(int descriptor, const char *path, int is_complete);

/// Ends a watch.
int nav_watch_end(int descriptor, int watch);

/// Takes all that has happened: 1 if that is anything, else 0.
int nav_watch_drain(int descriptor);

// MARK: Terminals

/// The size of a terminal's window in cells. Both are 0 where nobody has set it.
int nav_window_size(int descriptor, uint16_t *columns, uint16_t *rows);

/// Sets the size; the processes in the terminal's foreground get SIGWINCH when it changes.
int nav_set_window_size(int descriptor, uint16_t columns, uint16_t rows);

/// Opens a pseudo terminal of that size for tests: returns the master's descriptor and stores the device's,
/// which is an ordinary blocking one. Both are closed by exec.
int nav_open_pty(uint16_t columns, uint16_t rows, int *device);

/// Starts a program as the leader of a session of its own, on a new pseudo terminal of that size.
///
/// `argv[0]` is looked up in PATH; both lists end with NULL. In the child, no signal is blocked or ignored
/// and no descriptor but 0, 1 and 2 is open. Returns the master's descriptor; the caller closes it and
/// waits for the process. Fails with the errno of exec when the program can't be run.
int nav_spawn_pty(
    char *_Nullable const *_Nonnull argv,
    char *_Nullable const *_Nonnull environment,
    uint16_t columns,
    uint16_t rows,
    pid_t *pid
);

// MARK: Processes

/// A program that is to run, and all it is given.
struct nav_process {
  /// The program's file; nothing is looked up in PATH.
  const char *path;
  /// Both end with NULL.
  char *_Nullable const *_Nonnull argv;
  char *_Nullable const *_Nonnull environment;
  /// Where it runs; NULL for where this process does.
  const char *_Nullable directory;
  /// What it gets as 0, 1 and 2; they stay open here.
  int input, output, errors;
  /// The most bytes of data that each process may have (RLIMIT_DATA); 0 for no limit of its own. What is
  /// only mapped from files does not count, so a program that maps large ones still runs.
  uint64_t memory;
  /// Whether the kernel kills it when the thread that has started it ends, or this whole process.
  int dies_with_thread;
};

/// What failed when a program could not be started.
#define NAV_PROCESS_SETTING_UP 0
#define NAV_PROCESS_DIRECTORY 1
#define NAV_PROCESS_PROGRAM 2

/// Starts a program as the leader of a session of its own, and so of a process group.
///
/// In it, no signal is blocked or ignored, no descriptor but 0, 1 and 2 is open, there is no terminal, and no
/// core is dumped. Fails with the errno of what failed and stores which step that was; no child is left then.
pid_t nav_process_start(const struct nav_process *process, int *stage);

/// A descriptor that is readable once the child has ended, closed by exec (pidfd_open: Linux 5.3).
int nav_process_watch(pid_t child);

/// Waits for a child and takes it away: its exit code, or the signal that ended it.
int nav_process_status(pid_t child, int *is_signal);

/// A nameless file in memory with these bytes, read from its start.
int nav_memory_file(const void *bytes, size_t count);

/// A pipe: stores the end to read from and the end to write to, both closed by exec.
int nav_pipe(int *ends);

/// This process's environment, which ends with NULL.
char *_Nullable const *_Nonnull nav_environment(void);

// MARK: The terminal guard

/// The longest text that the guard can write.
#define NAV_GUARD_LIMIT 256

/// From now on a crash (SEGV BUS ILL FPE ABRT TRAP SYS) first writes `bytes` to the terminal and gives it
/// the saved modes back; then it goes on to whatever handled that signal before, or kills the process.
///
/// The guard is one for the process: arming it again replaces what it holds. The calling thread gets an
/// alternate signal stack if it has none, so that a stack overflow is survived, too. The descriptor must
/// stay open until the guard is disarmed. Not to be called by two threads at once.
int nav_guard_arm(int descriptor, const struct termios *saved, const void *bytes, size_t count);

/// Ends what nav_guard_arm began; does nothing when the guard is not armed.
void nav_guard_disarm(void);

/// Starts the program at a path, which has to be termpaint's `ttyrescue` (ABI 0a), as a helper: when this
/// process is gone while the guard is armed, whatever ended it, the helper does what the guard would have
/// done. It lives as long as this process. Starting a second one does nothing.
int nav_rescue_start(const char *path, int descriptor);

#pragma clang assume_nonnull end

#endif
