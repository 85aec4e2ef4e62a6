#pragma once

#include <gtest/gtest.h>

#include <string>

#include "runlog/run_writer.h"
#include "support/random_message.h"
#include "unit/runlog/temporary_file.h"

namespace freefloat {

constexpr int kSmallLogCycles = 100;

/// @return The bytes of a small complete log: 1 s of cycles, an attachment.
inline std::string small_log() {
  const TemporaryFile file("small");
  RunWriterOptions options;
  options.path = file.path();
  options.identity.run_id = "small";
  options.attachments = {{"robot.yaml", "application/yaml", std::string(500, 'r')}};
  auto writer = RunWriter::create(options);
  for (int i = 0; i < kSmallLogCycles; ++i) writer->write(random_cycle(i, Time{Duration{10'000'000LL * i}}));
  EXPECT_TRUE(writer->close(0));
  return file.content();
}

}  // namespace freefloat
