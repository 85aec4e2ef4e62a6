// A board's own frames, in any state; and what the controller's side reads of any frame.
#include "anything.h"
#include "wire/identity.h"

static struct ff_dispatch board;
static uint8_t frame[FF_MAX_FRAME_SIZE];

int main(void) {
  draw_board(&board);
  if (any_bool()) ff_dispatch_take_status(&board, frame);
  if (any_bool()) ff_dispatch_take_identity(&board, frame);
  check_servo(&board.servo);
  fill(frame, sizeof frame);
  struct ff_command command;
  struct ff_status status;
  struct ff_identity identity;
  ff_decode_command(frame, &command);
  ff_decode_status(frame, &status);
  ff_decode_identity(frame, &identity);
  return 0;
}
