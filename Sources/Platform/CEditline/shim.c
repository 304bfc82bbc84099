#include "CEditline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

EditLine *editline_make(const char *program) {
  static FILE *nowhere = NULL;
  if (nowhere == NULL) nowhere = fopen("/dev/null", "w");
  if (nowhere == NULL) return NULL;
  return el_init_fd(program, stdin, nowhere, nowhere, 0, 1, 2);
}

void editline_prepare(EditLine *editor) {
  el_wset(editor, EL_EDITOR, L"emacs");
  el_wset(editor, EL_SIGNAL, 0);
}

void editline_read_settings(EditLine *editor) {
  el_source(editor, NULL);
}

bool editline_is_vi(EditLine *editor) {
  const wchar_t *name = NULL;
  return el_wget(editor, EL_EDITOR, &name) == 0 && name != NULL && wcscmp(name, L"vi") == 0;
}

static void widen(const char *text, wchar_t *wide, size_t room) {
  size_t length = 0;
  for (; text[length] != '\0' && length + 1 < room; length++) wide[length] = text[length];
  wide[length] = L'\0';
}

void editline_add_function(EditLine *editor, const char *name, editline_function function) {
  size_t room = strlen(name) + 1;
  wchar_t *wide = malloc(room * sizeof *wide);
  if (wide == NULL) return;
  widen(name, wide, room);
  el_wset(editor, EL_ADDFN, wide, wide, function);
}

void editline_bind(EditLine *editor, const char *key, const char *function) {
  wchar_t wide_key[64], wide_function[64];
  widen(key, wide_key, 64);
  widen(function, wide_function, 64);
  el_wset(editor, EL_BIND, wide_key, wide_function, NULL);
}

void editline_bind_command(EditLine *editor, const char *key, const char *function) {
  wchar_t wide_key[64], wide_function[64];
  widen(key, wide_key, 64);
  widen(function, wide_function, 64);
  el_wset(editor, EL_BIND, L"-a", wide_key, wide_function, NULL);
}

void editline_take_signal_keys(EditLine *editor) {
  el_wset(editor, EL_SETTY, L"-d", L"-isig", L"-icrnl", L"-inlcr", NULL);
}

void editline_set_reader(EditLine *editor, el_rfunc_t reader) {
  el_wset(editor, EL_GETCFN, reader);
}

void editline_set_history(EditLine *editor, HistoryW *history) {
  el_wset(editor, EL_HIST, history_w, history);
}

void editline_set_client_data(EditLine *editor, void *data) {
  el_wset(editor, EL_CLIENTDATA, data);
}

void *editline_client_data(EditLine *editor) {
  void *data = NULL;
  el_wget(editor, EL_CLIENTDATA, &data);
  return data;
}

void editline_set_raw(EditLine *editor, bool is_raw) {
  el_wset(editor, EL_PREP_TERM, is_raw ? 1 : 0);
}

static int capability(EditLine *editor, const char *name, int fallback) {
  int number = 0;
  return el_wget(editor, EL_GETTC, name, &number) == 0 && number > 0 ? number : fallback;
}

int editline_columns(EditLine *editor) {
  return capability(editor, "co", 80);
}

int editline_rows(EditLine *editor) {
  return capability(editor, "li", 24);
}

void editline_history_set_size(HistoryW *history, int size) {
  HistEventW event;
  history_w(history, &event, H_SETSIZE, size);
}

void editline_history_enter(HistoryW *history, const wchar_t *text) {
  HistEventW event;
  history_w(history, &event, H_ENTER, text);
}
