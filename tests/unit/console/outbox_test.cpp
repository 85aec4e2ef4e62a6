#include "console/outbox.h"

#include <gtest/gtest.h>

namespace freefloat::console {
namespace {

Frame frame(std::string text) {
  Frame made;
  made.body = std::make_shared<const std::string>(std::move(text));
  return made;
}

std::string next(Outbox& outbox) {
  const auto taken = outbox.next();
  return taken ? *taken->body : "";
}

TEST(Outbox, SendsAnswersBeforeStateBeforeData) {
  Outbox outbox;
  outbox.offer(1, Keep::kDrop, frame("data"));
  outbox.offer(kDeskChannel, Keep::kNewest, frame("state"));
  outbox.keep(frame("answer"));
  EXPECT_EQ(next(outbox), "answer");
  EXPECT_EQ(next(outbox), "state");
  EXPECT_EQ(next(outbox), "data");
  EXPECT_EQ(next(outbox), "");
}

TEST(Outbox, KeepsTheNewestStateOnly) {
  Outbox outbox;
  for (int i = 0; i < 10; ++i) outbox.offer(kDeskChannel, Keep::kNewest, frame(std::to_string(i)));
  EXPECT_EQ(next(outbox), "9");
  EXPECT_EQ(next(outbox), "");
}

TEST(Outbox, DropsTheOldestDataOfWhoDoesNotRead) {
  Outbox outbox;
  const std::string filler(1000, 'x');
  for (int i = 0; i < 10'000; ++i) outbox.offer(1, Keep::kDrop, frame(std::to_string(i) + filler));
  EXPECT_LE(outbox.bytes(), Outbox::kMostData);
  EXPECT_GT(outbox.dropped(), 9'000u);
  std::string last;
  for (std::string text = next(outbox); !text.empty(); text = next(outbox)) last = text;
  EXPECT_EQ(last, "9999" + filler);
}

TEST(Outbox, KeepsOneMessageHoweverLarge) {
  Outbox outbox;
  outbox.offer(1, Keep::kDrop, frame(std::string(Outbox::kMostData * 2, 'x')));
  EXPECT_EQ(next(outbox).size(), Outbox::kMostData * 2);
}

TEST(Outbox, NeverDropsWhatMustBeKeptAndSaysWhenThatIsTooMuch) {
  Outbox outbox;
  const std::string filler(1024, 'x');
  for (int i = 0; i < 1024; ++i) outbox.keep(frame(filler));
  EXPECT_FALSE(outbox.overflows());
  outbox.offer(kNoteChannel, Keep::kAll, frame("note"));
  EXPECT_TRUE(outbox.overflows());
  EXPECT_EQ(outbox.dropped(), 0u);
}

TEST(Outbox, GivesPicturesTheirTurnWhereDataNeverEnds) {
  Outbox outbox;
  outbox.offer(kCameraChannel, Keep::kNewest, frame("picture"));
  bool seen = false;
  for (int i = 0; i < 100 && !seen; ++i) {
    outbox.offer(1, Keep::kDrop, frame("data"));
    outbox.offer(2, Keep::kDrop, frame("data"));
    seen = next(outbox) == "picture";
  }
  EXPECT_TRUE(seen);
}

TEST(Outbox, ForgetsAChannel) {
  Outbox outbox;
  outbox.offer(1, Keep::kDrop, frame("one"));
  outbox.offer(2, Keep::kDrop, frame("two"));
  outbox.offer(kCameraChannel, Keep::kNewest, frame("picture"));
  outbox.forget(1);
  outbox.forget(kCameraChannel);
  EXPECT_EQ(next(outbox), "two");
  EXPECT_EQ(next(outbox), "");
  EXPECT_EQ(outbox.bytes(), 0u);
}

}  // namespace
}  // namespace freefloat::console
