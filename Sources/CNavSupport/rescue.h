// The interface between the guard and the rescue helper.

#ifndef NAV_RESCUE_H
#define NAV_RESCUE_H

#include <stddef.h>
#include <termios.h>

/// Stores the state that the helper restores after the end of this process; does nothing without a
/// helper.
void nav_rescue_arm(const struct termios *saved, const char *bytes, size_t count);

/// Makes the helper restore nothing. Async-signal-safe.
void nav_rescue_disarm(void);

/// Passes the contents of an armed guard to a newly started helper.
void nav_guard_tell_rescue(void);

/// Does the guard's work if it is armed, once, in any thread.
void nav_guard_restore(void);

#endif
