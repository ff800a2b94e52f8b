#include "core/io/deflater.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <memory>
#include <random>

namespace heteroscope {
namespace {

/// Runs and strings that come again, as in pictures' rows.
std::vector<std::uint8_t> some_bytes(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint8_t> out;
  while (out.size() < count) {
    const std::size_t length = 1 + random() % 40;
    const std::size_t kind = random() % 3;
    for (std::size_t i = 0; i < length; ++i) {
      const auto byte = static_cast<std::uint8_t>(kind == 0 ? seed : random() % 256);
      out.push_back(kind == 1 && out.size() >= 50 ? out[out.size() - 50] : byte);
    }
  }
  out.resize(count);
  return out;
}

std::vector<std::byte> deflated(Deflater& deflater, const std::vector<std::uint8_t>& raw, Deflater::Form form) {
  std::vector<std::byte> out;
  out.resize(deflater.deflate(raw, form, 0, 0, out));
  return out;
}

/// What zlib makes of it.
std::vector<std::uint8_t> inflated(const std::vector<std::byte>& bytes, Deflater::Form form, std::size_t expected) {
  std::vector<std::uint8_t> out(expected + 1);
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, form == Deflater::Form::zlib ? 15 : -15), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  const int code = inflate(&stream, Z_SYNC_FLUSH);
  EXPECT_EQ(code, form == Deflater::Form::zlib ? Z_STREAM_END : Z_OK);
  EXPECT_EQ(stream.avail_in, 0U);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

/// Also where it begins in another way, and where it looks ahead of the end.
TEST(Deflater, IsUnderstoodByZlib) {
  Deflater deflater;
  for (const Deflater::Form form : {Deflater::Form::part, Deflater::Form::zlib}) {
    for (const std::size_t size : {1U, 2U, 3U, 16U, 17U, 40U, 287U, 288U, 289U, 290U, 291U, 600U, 32767U, 32768U,
                                   32769U, 65535U, 65536U, 65537U, 300'000U}) {
      const std::vector<std::uint8_t> raw = some_bytes(size, 3);
      EXPECT_EQ(inflated(deflated(deflater, raw, form), form, size), raw) << size;
    }
  }
}

TEST(Deflater, FillsAsMuchAsItIsGiven) {
  Deflater deflater;
  std::mt19937 random(5);
  std::vector<std::uint8_t> noise(200'000);
  for (std::uint8_t& each : noise) each = static_cast<std::uint8_t>(random());
  std::vector<std::byte> out(7, std::byte{9});
  const std::size_t size = deflater.deflate(noise, Deflater::Form::part, 7, 4, out);
  ASSERT_GE(out.size(), 7 + size + 4);
  EXPECT_LE(size, most_deflated(noise.size()));
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(out[i], std::byte{9});
  const std::vector<std::byte> bytes(out.begin() + 7, out.begin() + 7 + static_cast<std::ptrdiff_t>(size));
  EXPECT_EQ(inflated(bytes, Deflater::Form::part, noise.size()), noise);
}

/// Whatever the place of a compressor in memory, and what it compressed before. That ISA-L's bytes depend on the place
/// was found at one in ten thousand such inputs.
TEST(Deflater, GivesTheSameBytesWhereverItIs) {
  Deflater one;
  const auto between = std::make_unique<std::byte[]>(3'000'000);
  Deflater other;
  const std::vector<std::uint8_t> all = some_bytes(1'000'000, 7);
  for (std::ptrdiff_t i = 0; i < 60'000; ++i) {
    const auto from = all.begin() + 16 * i;
    const std::vector<std::uint8_t> raw(from, from + (i % 4 == 0 ? 1 + i % 400 : 4000));
    ASSERT_EQ(deflated(one, raw, Deflater::Form::part), deflated(other, raw, Deflater::Form::part)) << i;
  }
}

}  // namespace
}  // namespace heteroscope
