#include "campaign/worker_pool.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <map>

namespace freefloat {
namespace {

std::map<std::uint64_t, WorkEnd> run_items(WorkerPool pool, std::uint64_t items) {
  std::map<std::uint64_t, WorkEnd> ends;
  std::uint64_t given = 0;
  pool.next = [&]() -> std::optional<std::uint64_t> {
    return given < items ? std::optional(given++) : std::nullopt;
  };
  pool.done = [&](const WorkEnd& end) {
    EXPECT_TRUE(ends.emplace(end.item, end).second) << "done twice";
    return true;
  };
  pool.tick = [] { return true; };
  pool.run();
  return ends;
}

TEST(WorkerPool, AnswersEveryItemOnce) {
  WorkerPool pool;
  pool.workers = 3;
  pool.work = [](std::uint64_t item) { return std::string(static_cast<std::size_t>(item) * 1000, 'x'); };
  const auto ends = run_items(pool, 50);
  ASSERT_EQ(ends.size(), 50u);
  for (const auto& [item, end] : ends) EXPECT_EQ(end.answer.size(), item * 1000);
}

TEST(WorkerPool, LosesOneItemToACrash) {
  WorkerPool pool;
  pool.workers = 2;
  pool.work = [](std::uint64_t item) {
    if (item == 3) std::raise(SIGKILL);
    if (item == 5) _exit(3);
    return std::to_string(item);
  };
  const auto ends = run_items(pool, 12);
  ASSERT_EQ(ends.size(), 12u);
  for (const auto& [item, end] : ends) {
    EXPECT_EQ(end.signal, item == 3 ? SIGKILL : item == 5 ? SIGABRT : 0) << item;
    EXPECT_EQ(end.answer, end.signal == 0 ? std::to_string(item) : std::string());
  }
  EXPECT_EQ(signal_text(SIGSEGV), "signal 11 (Segmentation fault)");
}

TEST(WorkerPool, ReplacesEachThatDies) {
  WorkerPool pool;
  pool.workers = 3;
  pool.work = [](std::uint64_t item) {
    if (item % 2 == 1) _exit(3);
    return std::to_string(item);
  };
  for (const auto& [item, end] : run_items(pool, 60))
    EXPECT_EQ(end.signal, item % 2 == 1 ? SIGABRT : 0) << item;
}

TEST(WorkerPool, EndsWhatHangs) {
  WorkerPool pool;
  pool.workers = 2;
  pool.time_limit = std::chrono::seconds(1);
  pool.work = [](std::uint64_t item) {
    while (item == 1) pause();
    return std::string("done");
  };
  const auto ends = run_items(pool, 4);
  ASSERT_EQ(ends.size(), 4u);
  EXPECT_TRUE(ends.at(1).timed_out);
  EXPECT_EQ(ends.at(3).answer, "done");
}

}  // namespace
}  // namespace freefloat
