#ifndef MARTLET_TERMINAL_SETTINGS_H
#define MARTLET_TERMINAL_SETTINGS_H

#include <stdbool.h>

/// Saves the settings of the terminal on standard input. After
/// `terminal_settings_set_changed(true)`, the handlers of crash signals restore them.
void terminal_settings_save(void);

/// Sets whether the terminal is in raw mode, so that its settings have to be restored.
void terminal_settings_set_changed(bool is_changed);

/// Restores the saved settings if they were changed; safe in a signal handler.
void terminal_settings_restore(void);

#endif
