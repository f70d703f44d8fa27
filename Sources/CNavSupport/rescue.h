// Between the guard and the rescue.

#ifndef NAV_RESCUE_H
#define NAV_RESCUE_H

#include <stddef.h>
#include <termios.h>

/// Tells the helper what to give back when this process is gone; does nothing without a helper.
void nav_rescue_arm(const struct termios *saved, const char *bytes, size_t count);

/// From now on the helper gives nothing back. Safe in a signal handler.
void nav_rescue_disarm(void);

/// Tells a helper that has just been started what an armed guard holds.
void nav_guard_tell_rescue(void);

#endif
