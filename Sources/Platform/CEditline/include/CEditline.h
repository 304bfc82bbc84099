// libedit for Swift, which cannot call C functions with variable arguments: one plain function for
// each use of el_wset and history_w. Everything uses the wide-character API.
#ifndef MARTLET_EDITLINE_H
#define MARTLET_EDITLINE_H

#include <histedit.h>
#include <stdbool.h>
#include <wchar.h>

typedef unsigned char (*editline_function)(EditLine *, wint_t);

/// Creates an editor on the terminal of standard input and output, which draws nothing; NULL if the
/// library does not support the terminal.
EditLine *editline_make(const char *program);

/// Selects Emacs keys, and leaves signals to the caller.
void editline_prepare(EditLine *editor);

/// Reads the user's `.editrc`.
void editline_read_settings(EditLine *editor);

/// Whether the user has chosen vi keys.
bool editline_is_vi(EditLine *editor);

/// Registers `function` under an ASCII `name`, which is copied and never freed.
void editline_add_function(EditLine *editor, const char *name, editline_function function);

/// Binds `key` to an existing function: an unknown name would corrupt the library's memory. Both
/// are ASCII and shorter than 64 characters.
void editline_bind(EditLine *editor, const char *key, const char *function);

/// Does the same for vi's command mode.
void editline_bind_command(EditLine *editor, const char *key, const char *function);

/// Delivers Ctrl-C and similar keys as characters while a line is edited, and CR as CR.
void editline_take_signal_keys(EditLine *editor);

void editline_set_reader(EditLine *editor, el_rfunc_t reader);
void editline_set_history(EditLine *editor, HistoryW *history);
void editline_set_client_data(EditLine *editor, void *data);
void *editline_client_data(EditLine *editor);

/// Switches the terminal to raw mode, or back.
void editline_set_raw(EditLine *editor, bool is_raw);

/// The size that the library assumes. It chooses one if the terminal reports 0.
int editline_columns(EditLine *editor);
int editline_rows(EditLine *editor);

void editline_history_set_size(HistoryW *history, int size);
void editline_history_enter(HistoryW *history, const wchar_t *text);

#endif
