// libedit for Swift, which cannot call C functions with variable arguments: one plain function for
// each use of el_wset and history_w. Everything is of the wide-character API.
#ifndef MARTLET_EDITLINE_H
#define MARTLET_EDITLINE_H

#include <histedit.h>
#include <stdbool.h>
#include <wchar.h>

typedef unsigned char (*editline_function)(EditLine *, wint_t);

/// An editor on the terminal of standard input and output, which draws nothing; NULL where the
/// library refuses the terminal.
EditLine *editline_make(const char *program);

/// Emacs keys, and the signals left to the caller.
void editline_prepare(EditLine *editor);

/// Reads the user's `.editrc`.
void editline_read_settings(EditLine *editor);

/// Whether the user has chosen the keys of vi.
bool editline_is_vi(EditLine *editor);

/// Makes `function` known under an ASCII `name`; keeps a copy of it as long as the process lives.
void editline_add_function(EditLine *editor, const char *name, editline_function function);

/// Binds `key` to a function that exists: an unknown name corrupts the library's memory. Both are
/// ASCII of less than 64 characters.
void editline_bind(EditLine *editor, const char *key, const char *function);

/// The same in the map of vi's command mode.
void editline_bind_command(EditLine *editor, const char *key, const char *function);

/// Lets Ctrl-C and its like arrive as characters while a line is edited, and CR as CR.
void editline_take_signal_keys(EditLine *editor);

void editline_set_reader(EditLine *editor, el_rfunc_t reader);
void editline_set_history(EditLine *editor, HistoryW *history);
void editline_set_client_data(EditLine *editor, void *data);
void *editline_client_data(EditLine *editor);

/// Puts the terminal into the editing mode, or back.
void editline_set_raw(EditLine *editor, bool is_raw);

/// The columns and rows that the library assumes, which it chooses itself where a terminal says 0.
int editline_columns(EditLine *editor);
int editline_rows(EditLine *editor);

void editline_history_set_size(HistoryW *history, int size);
void editline_history_enter(HistoryW *history, const wchar_t *text);

#endif
