#include "console/lease.h"

#include <gtest/gtest.h>

#include "console/rate_limit.h"

namespace freefloat::console {
namespace {

Instant at(int ms) {
  return Instant{} + milliseconds(ms);
}
Lease::Holder ada(int ms = 0) {
  return {1, "Ada", "127.0.0.1", at(ms)};
}
Lease::Holder bob(int ms = 0) {
  return {2, "Bob", "10.0.0.2", at(ms)};
}

TEST(Lease, IsHeldByOneAtATime) {
  Lease lease;
  EXPECT_EQ(lease.take(ada()), "");
  EXPECT_NE(lease.take(bob()).find("Ada"), std::string::npos);
  EXPECT_TRUE(lease.is_held_by(1));
  EXPECT_FALSE(lease.is_held_by(2));
}

TEST(Lease, IsFreeAfterTenSecondsOfSilence) {
  Lease lease;
  lease.take(ada());
  EXPECT_FALSE(lease.expire(at(9'999)));
  lease.heard(1, at(9'999));
  EXPECT_FALSE(lease.expire(at(19'998)));
  EXPECT_TRUE(lease.expire(at(19'999)));
  EXPECT_FALSE(lease.expire(at(19'999)));
  EXPECT_EQ(lease.take(bob(20'000)), "");
}

TEST(Lease, IsNotKeptAliveByOthers) {
  Lease lease;
  lease.take(ada());
  lease.heard(2, at(9'000));
  EXPECT_TRUE(lease.expire(at(10'000)));
}

TEST(Lease, IsHandedOverToWhoAskedForIt) {
  Lease lease;
  lease.take(ada());
  EXPECT_EQ(lease.ask(bob()), "");
  EXPECT_EQ(lease.wanted_by(), "Bob");
  EXPECT_EQ(lease.give(1, at(500)), "");
  EXPECT_TRUE(lease.is_held_by(2));
  EXPECT_EQ(lease.wanted_by(), "");
  EXPECT_FALSE(lease.expire(at(10'499)));
  EXPECT_TRUE(lease.expire(at(10'500)));
}

TEST(Lease, IsGivenAtOnceToWhoAsksWhileItIsFree) {
  Lease lease;
  EXPECT_EQ(lease.ask(bob()), "");
  EXPECT_TRUE(lease.is_held_by(2));
}

TEST(Lease, IsGivenBackByItsHolderOnly) {
  Lease lease;
  lease.take(ada());
  EXPECT_NE(lease.give(2, at(0)), "");
  EXPECT_TRUE(lease.is_held_by(1));
}

TEST(Lease, IsLostWhenItsHolderLeaves) {
  Lease lease;
  lease.take(ada());
  lease.ask(bob());
  EXPECT_FALSE(lease.left(2));
  EXPECT_EQ(lease.wanted_by(), "");
  EXPECT_TRUE(lease.left(1));
  EXPECT_FALSE(lease.holder());
}

TEST(Lease, WantsAName) {
  Lease lease;
  EXPECT_NE(lease.take({1, "", "127.0.0.1", at(0)}), "");
  EXPECT_NE(lease.take({1, "  ", "127.0.0.1", at(0)}), "");
  EXPECT_NE(lease.take({1, std::string(41, 'a'), "127.0.0.1", at(0)}), "");
  EXPECT_NE(lease.take({1, "A\nda", "127.0.0.1", at(0)}), "");
  EXPECT_EQ(lease.take({1, "Ådä", "127.0.0.1", at(0)}), "");
}

TEST(Lease, VersionRisesWithEveryChangeThatPeopleSee) {
  Lease lease;
  const unsigned before = lease.version();
  lease.take(ada());
  const unsigned taken = lease.version();
  EXPECT_GT(taken, before);
  lease.heard(1, at(5));
  EXPECT_EQ(lease.version(), taken);
  lease.ask(bob());
  EXPECT_GT(lease.version(), taken);
}

TEST(RateLimit, AdmitsASecondsWorthAtOnceAndThenTheRate) {
  RateLimit limit(200.0);
  int admitted = 0;
  for (int i = 0; i < 300; ++i) admitted += limit.admit(at(0));
  EXPECT_EQ(admitted, 200);
  for (int ms = 1; ms <= 1000; ++ms) admitted += limit.admit(at(ms));
  EXPECT_EQ(admitted, 400);
}

TEST(RateLimit, GathersNoMoreThanASecondsWorth) {
  RateLimit limit(200.0);
  limit.admit(at(0));
  int admitted = 0;
  for (int i = 0; i < 1000; ++i) admitted += limit.admit(at(3'600'000));
  EXPECT_EQ(admitted, 200);
}

}  // namespace
}  // namespace freefloat::console
