#include "boards/lm3s6965evb/survives.h"

#include <string.h>

#include "boards/lm3s6965evb/registers.h"
#include "wire/sha256.h"

__attribute__((section(".survives"))) struct ff_survives ff_survives;

static enum ff_reset_cause cause;

// Bits of the reset cause register.
enum { kPowerOn = 1 << 1, kBrownOut = 1 << 2, kWatchdog = 1 << 3, kSoftware = 1 << 4 };

static enum ff_reset_cause find_cause(void) {
  const uint32_t hardware = FF_RESC;
  FF_RESC = 0;
  const bool warm = ff_survives.warm_mark == FF_WARM_MARK;
  if ((hardware & (kPowerOn | kBrownOut)) != 0) return FF_RESET_POWER;
  if ((hardware & kWatchdog) != 0) return FF_RESET_WATCHDOG;
  if ((hardware & kSoftware) != 0) return FF_RESET_SOFTWARE;
  if (hardware != 0) return FF_RESET_OTHER;
  // QEMU sets none of them, and there only the watchdog resets.
  return warm ? FF_RESET_WATCHDOG : FF_RESET_POWER;
}

void ff_start_survives(void) {
  cause = find_cause();
  ff_survives.warm_mark = FF_WARM_MARK;
  ++ff_survives.starts;
}

enum ff_reset_cause ff_read_reset_cause(void) {
  return cause;
}

// RAM that nothing uses. Its cells fall differently at each power-on, in a few of every hundred bits; an
// emulator writes random bytes there.
enum { kPoolSize = 1024 };
extern uint8_t ff_random_pool[kPoolSize];

void ff_draw_entropy(uint8_t entropy[FF_NONCE_SIZE]) {
  struct ff_sha256 hash;
  uint8_t digest[FF_SHA256_SIZE];
  ff_start_sha256(&hash);
  ff_add_to_sha256(&hash, ff_random_pool, kPoolSize);
  // Tells the starts after one power-on apart.
  ff_add_to_sha256(&hash, (const uint8_t*)&ff_survives.starts, sizeof ff_survives.starts);
  ff_finish_sha256(&hash, digest);
  memcpy(entropy, digest, FF_NONCE_SIZE);
  // A start whose cells kept their charge, or that was counted wrong, differs by what the one before left.
  memcpy(ff_random_pool + kPoolSize - FF_NONCE_SIZE, digest + FF_NONCE_SIZE, FF_NONCE_SIZE);
}
