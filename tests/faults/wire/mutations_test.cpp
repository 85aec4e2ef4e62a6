#include <gtest/gtest.h>

#include <algorithm>

#include "damage.h"

namespace freefloat {
namespace {

Bytes random_frame(Random& random) {
  switch (random.next() % 8) {
    case 0:
      return random_query_frame(random);
    case 1:
      return random_identity_frame(random);
    case 2:
    case 3:
    case 4:
      return random_status_frame(random);
    default:
      return random_command_frame(random);
  }
}

std::ptrdiff_t draw(Random& random, std::size_t below) {
  return static_cast<std::ptrdiff_t>(random.next() % below);
}

// One damage of the stream of a few frames.
void mutate(Random& random, Bytes& stream) {
  if (stream.size() < 20) return;
  const std::ptrdiff_t from = draw(random, stream.size() - 16);
  const std::ptrdiff_t length = 1 + draw(random, 16);
  const auto begin = stream.begin() + from;
  const auto end = begin + std::min<std::ptrdiff_t>(length, stream.end() - begin);
  switch (random.next() % 9) {
    case 0:  // truncated
      stream.resize(static_cast<std::size_t>(from) + 1);
      break;
    case 1:  // lost
      stream.erase(begin, end);
      break;
    case 2: {  // inserted
      Bytes noise(length);
      for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(random.next());
      stream.insert(begin, noise.begin(), noise.end());
      break;
    }
    case 3:  // overwritten
      std::generate(begin, end, [&random] { return static_cast<std::uint8_t>(random.next()); });
      break;
    case 4:  // swapped
      std::iter_swap(begin, stream.begin() + draw(random, stream.size()));
      break;
    case 5:  // reordered
      std::rotate(begin, begin + 1 + draw(random, static_cast<std::size_t>(stream.end() - begin)),
                  stream.end());
      break;
    case 6: {  // spliced: a part of the stream stands somewhere else as well
      const Bytes part(begin, end);
      std::copy(part.begin(), part.end(), stream.begin() + draw(random, stream.size() - part.size() + 1));
      break;
    }
    case 7:  // repeated
      stream.insert(begin, std::max<std::size_t>(1, random.next() % 4), *begin);
      break;
    default:  // flipped
      for (std::uint64_t i = random.next() % 8; i > 0; --i) flip(stream, random.next() % (stream.size() * 8));
      break;
  }
}

TEST(Mutations, OfStreamsNeverMakeAFrameThatNobodySent) {
  Random random(1, "mutations");
  const std::uint64_t count = choose_scaled_count(150000, 10000000);
  std::uint64_t mutations = 0;
  std::uint64_t whole = 0;
  std::uint64_t wrong = 0;
  while (mutations < count) {
    std::vector<Bytes> frames;
    Bytes stream;
    for (std::uint64_t i = 1 + random.next() % 3; i > 0; --i) {
      frames.push_back(random_frame(random));
      stream.insert(stream.end(), frames.back().begin(), frames.back().end());
    }
    for (std::uint64_t i = 1 + random.next() % 4; i > 0; --i, ++mutations) mutate(random, stream);
    // A board, a controller, and somebody who listens to everything.
    for (const unsigned accept : {kBoardAccepts, kControllerAccepts, 0x1eu}) {
      ff_parser parser = make_parser(accept);
      for (const std::uint8_t byte : stream) {
        if (!ff_parse_byte(&parser, byte)) continue;
        const Bytes found(parser.bytes, parser.bytes + parser.frame_size);
        const bool sent = std::find(frames.begin(), frames.end(), found) != frames.end();
        whole += sent;
        wrong += !sent;
      }
    }
  }
  report("mutations of streams, three receivers", mutations, wrong);
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(whole, count / 100) << "frames that no mutation touched are found";
}

}  // namespace
}  // namespace freefloat
