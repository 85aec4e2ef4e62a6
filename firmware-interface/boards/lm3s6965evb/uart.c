#include "boards/lm3s6965evb/uart.h"

#include "boards/lm3s6965evb/clock.h"
#include "boards/lm3s6965evb/interrupts.h"
#include "boards/lm3s6965evb/registers.h"

// Offsets of the registers, and bits in them.
enum { kData = 0x00, kFlag = 0x18, kBaudInteger = 0x24, kBaudFraction = 0x28, kLine = 0x2c, kControl = 0x30 };
enum { kFifoLevel = 0x34, kInterruptMask = 0x38, kInterruptMasked = 0x40, kInterruptClear = 0x44 };
enum { kReceiverEmpty = 1 << 4, kTransmitterFull = 1 << 5 };
enum { kReceiveInterrupt = 1 << 4, kTransmitInterrupt = 1 << 5, kReceiveTimeout = 1 << 6 };
enum { kEightBitsWithFifo = 0x70, kOn = 0x301 };
enum { kHalfFull = 0x12, kHalf = 8 };

enum { kRingSize = 512 };  // a power of two

// One side writes `head`, the other `tail`.
struct ring {
  volatile uint32_t head;
  volatile uint32_t tail;
  uint8_t bytes[kRingSize];
};

struct uart_hardware {
  uint32_t base;
  uint32_t clock;       // in RCGC1
  uint32_t port;        // its pins,
  uint32_t port_clock;  // in RCGC2
  uint32_t pins;
  uint8_t interrupt;
};

static const struct uart_hardware kHardware[FF_UART_COUNT] = {
    {0x4000c000u, 1u << 0, FF_PORT_A, 1u << 0, 0x03u, FF_IRQ_UART0},
    {0x4000d000u, 1u << 1, FF_PORT_D, 1u << 3, 0x0cu, FF_IRQ_UART1},
};

// Whether interrupts come for single bytes, whatever the FIFO's level.
static volatile bool is_each_byte[FF_UART_COUNT];

static struct ring received[FF_UART_COUNT];
static struct ring to_send[FF_UART_COUNT];

static volatile uint32_t* at(enum ff_uart uart, uint32_t offset) {
  return (volatile uint32_t*)(uintptr_t)(kHardware[uart].base + offset);
}

void ff_start_uart(enum ff_uart uart, uint32_t baud_rate) {
  const struct uart_hardware* hardware = &kHardware[uart];
  FF_RCGC1 |= hardware->clock;
  FF_RCGC2 |= hardware->port_clock;
  FF_GPIO_AFSEL(hardware->port) |= hardware->pins;
  FF_GPIO_DEN(hardware->port) |= hardware->pins;
  *at(uart, kControl) = 0;
  // The divisor in 64ths, rounded.
  const uint32_t divisor = (FF_CLOCK_MHZ * 1000000u * 8u / baud_rate + 1u) / 2u;
  *at(uart, kBaudInteger) = divisor / 64u;
  *at(uart, kBaudFraction) = divisor % 64u;
  *at(uart, kLine) = kEightBitsWithFifo;
  *at(uart, kFifoLevel) = kHalfFull;
  *at(uart, kInterruptMask) = kReceiveInterrupt | kReceiveTimeout;
  *at(uart, kControl) = kOn;
  FF_INTERRUPT_PRIORITY(hardware->interrupt) = 1 << 5;
  FF_INTERRUPT_ENABLE(hardware->interrupt) = 1u << (hardware->interrupt % 32);
}

static uint32_t take_from_receiver(enum ff_uart uart) {
  struct ring* ring = &received[uart];
  const uint32_t start = ring->head;
  uint32_t head = start;
  while ((*at(uart, kFlag) & kReceiverEmpty) == 0) {
    const uint8_t byte = (uint8_t)*at(uart, kData);
    // A full ring drops what comes: the frame's check then fails.
    if (head - ring->tail < kRingSize) ring->bytes[head++ % kRingSize] = byte;
  }
  ring->head = head;
  return head - start;
}

bool ff_has_uart_bytes(enum ff_uart uart) {
  return received[uart].head != received[uart].tail;
}

void ff_want_uart(enum ff_uart uart, bool wanted) {
  if (!is_each_byte[uart]) return;
  const uint32_t receive = kReceiveInterrupt | kReceiveTimeout;
  const uint32_t mask = *at(uart, kInterruptMask) & ~receive;
  *at(uart, kInterruptMask) = wanted ? mask | receive : mask;
}

size_t ff_read_uart(enum ff_uart uart, uint8_t* bytes, size_t capacity) {
  struct ring* ring = &received[uart];
  if (is_each_byte[uart]) {
    ff_want_uart(uart, false);
    take_from_receiver(uart);
  }
  const uint32_t head = ring->head;
  uint32_t tail = ring->tail;
  size_t count = 0;
  for (; tail != head && count < capacity; ++tail) bytes[count++] = ring->bytes[tail % kRingSize];
  ring->tail = tail;
  return count;
}

// Moves bytes to the transmitter while it takes them; its interrupt comes only while some are left.
static void feed_transmitter(enum ff_uart uart) {
  struct ring* ring = &to_send[uart];
  const uint32_t head = ring->head;
  uint32_t tail = ring->tail;
  while (tail != head && (*at(uart, kFlag) & kTransmitterFull) == 0) {
    *at(uart, kData) = ring->bytes[tail++ % kRingSize];
  }
  ring->tail = tail;
  if (tail != head) *at(uart, kInterruptMask) |= kTransmitInterrupt;
}

bool ff_write_uart(enum ff_uart uart, const uint8_t* bytes, size_t count) {
  struct ring* ring = &to_send[uart];
  uint32_t head = ring->head;
  if (count > kRingSize - (head - ring->tail)) return false;
  for (size_t i = 0; i < count; ++i) ring->bytes[head++ % kRingSize] = bytes[i];
  // Without its interrupt the transmitter is ours.
  *at(uart, kInterruptMask) &= ~(uint32_t)kTransmitInterrupt;
  ring->head = head;
  feed_transmitter(uart);
  return true;
}

void ff_force_uart(enum ff_uart uart, const uint8_t* bytes, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    while ((*at(uart, kFlag) & kTransmitterFull) != 0) {
    }
    *at(uart, kData) = bytes[i];
  }
}

static void serve(enum ff_uart uart) {
  const uint32_t causes = *at(uart, kInterruptMasked);
  *at(uart, kInterruptClear) = kReceiveInterrupt | kReceiveTimeout | kTransmitInterrupt;
  const uint32_t count = take_from_receiver(uart);
  if ((causes & kReceiveInterrupt) != 0 && count < kHalf) is_each_byte[uart] = true;
  if ((causes & kTransmitInterrupt) != 0) {
    *at(uart, kInterruptMask) &= ~(uint32_t)kTransmitInterrupt;
    feed_transmitter(uart);
  }
}

void ff_on_uart0(void) {
  serve(FF_UART_COMMAND);
}

void ff_on_uart1(void) {
  serve(FF_UART_INSTRUMENT);
}
