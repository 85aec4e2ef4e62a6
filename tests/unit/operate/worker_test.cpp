#include "operate/worker.h"

#include <gtest/gtest.h>

#include <future>
#include <vector>

namespace freefloat {
namespace {

TEST(Worker, DoesJobsInTheirOrderAlsoThoseThatJobsGive) {
  std::vector<int> done;
  Worker worker([&] { done.push_back(0); });
  worker.give([&] {
    done.push_back(1);
    worker.give([&] { done.push_back(3); });
  });
  worker.give([&] { done.push_back(2); });
  worker.work();
  EXPECT_EQ(done, (std::vector<int>{1, 2, 3, 0}));
}

TEST(Worker, HasAThreadOfItsOwn) {
  std::promise<std::thread::id> told;
  Worker worker{std::function<void()>()};
  worker.start();
  worker.give([&] { told.set_value(std::this_thread::get_id()); });
  EXPECT_NE(told.get_future().get(), std::this_thread::get_id());
}

}  // namespace
}  // namespace freefloat
