#include "boards/host/key_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char kTitle[FF_KEY_TITLE_SIZE] = "freefloat key 1";

static int digit_value(int character) {
  if (character >= '0' && character <= '9') return character - '0';
  return tolower(character) - 'a' + 10;
}

bool ff_read_key_file(const char* path, uint8_t* page) {
  FILE* file = fopen(path, "r");
  if (file == NULL) {
    fprintf(stderr, "key file %s: %s\n", path, strerror(errno));
    return false;
  }
  memcpy(page, kTitle, FF_KEY_TITLE_SIZE);
  uint8_t* key = page + FF_KEY_TITLE_SIZE;
  memset(key, 0, FF_KEY_PAGE_SIZE - FF_KEY_TITLE_SIZE);
  const int digits = 2 * (FF_KEY_PAGE_SIZE - FF_KEY_TITLE_SIZE);
  int count = 0;
  int character = fgetc(file);
  for (; isxdigit(character); character = fgetc(file), ++count) {
    if (count < digits) key[count / 2] = (uint8_t)(key[count / 2] * 16 + digit_value(character));
  }
  while (isspace(character)) character = fgetc(file);
  fclose(file);
  if (count == digits && character == EOF) return true;
  fprintf(stderr, "key file %s: must hold %d hexadecimal digits and nothing else\n", path, digits);
  return false;
}
