// The start of a board with any parameters at all, any names and any key, or none.
#include "anything.h"

static struct ff_dispatch board;
static struct ff_servo_parameters parameters;
static struct ff_board_description description;
static uint8_t key[FF_KEY_SIZE], entropy[FF_NONCE_SIZE];
static char id[FF_NAME_SIZE + 1], name[FF_NAME_SIZE + 1];

int main(void) {
  fill(&parameters, sizeof parameters);
  fill(key, sizeof key);
  fill(entropy, sizeof entropy);
  fill(id, sizeof id - 1);
  fill(name, sizeof name - 1);
  description.firmware_id = any_bool() ? id : 0;
  description.board_name = any_bool() ? name : 0;
  description.reset_cause = any_u8;
  description.key = any_bool() ? key : 0;
  description.entropy = any_bool() ? entropy : 0;
  ff_dispatch_start(&board, &parameters, any_u32, any_bool() ? &description : 0);
  check_servo(&board.servo);
  return 0;
}
