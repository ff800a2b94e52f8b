#include "core/memory/buffer.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <numeric>
#include <ostream>
#include <vector>

#include "core/device/device.hpp"
#include "core/memory/field.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/plan/plan.hpp"
#include "tests/printed_ids.hpp"

namespace heteroscope {

namespace {

/// Every kind keeps what is written to it, and hands out addresses as it promises.
class BufferOfKind : public ::testing::TestWithParam<MemoryKind> {};

TEST_P(BufferOfKind, KeepsItsBytes) {
  const MemoryKind kind = GetParam();
  if (kind != MemoryKind::host) {
    if (const auto why = refusal_of(kind, device::facts(), false); !why.empty()) GTEST_SKIP() << "skipped: " << why;
  }
  constexpr std::size_t bytes = 12345;
  const Buffer buffer(kind, bytes);
  EXPECT_EQ(buffer.bytes(), bytes);
  EXPECT_EQ(buffer.host() != nullptr, kind != MemoryKind::device);
  EXPECT_EQ(buffer.device() != nullptr, kind != MemoryKind::host);
  if (buffer.host() != nullptr) {
    std::memset(buffer.host(), 0x5a, bytes);
    EXPECT_EQ(static_cast<const unsigned char*>(buffer.host())[bytes - 1], 0x5a);
  }
}

/// What a whole call of `bench gpu-memory` ends with.
TEST_P(BufferOfKind, IsCopiedOutOfAField) {
  const MemoryKind kind = GetParam();
  if (kind != MemoryKind::host) {
    if (const auto why = refusal_of(kind, device::facts(), true); !why.empty()) GTEST_SKIP() << "skipped: " << why;
  }
  constexpr Size size{7, 5};
  std::vector<double> written(static_cast<std::size_t>(size.area()));
  std::iota(written.begin(), written.end(), 1.0);
  const auto buffer = std::make_shared<Buffer>(kind, written.size() * sizeof(double));
  if (buffer->host() != nullptr) {
    std::memcpy(buffer->host(), written.data(), buffer->bytes());
  } else {
    const device::Stream stream;
    device::copy(buffer->device(), written.data(), buffer->bytes(), device::Direction::to_device, stream);
    stream.synchronize();
  }
  const Field field(size, Precision::fp64, buffer->host() == nullptr ? nullptr : buffer,
                    buffer->device() == nullptr ? nullptr : buffer);
  ASSERT_EQ(field.bytes(), buffer->bytes());
  std::vector<double> out(written.size());
  field.copy_out(out.data());
  EXPECT_EQ(out, written);
}

/// The memory is the same, so that a run whose time counts need not wait for pages, and holds nothing of who had it.
TEST_P(BufferOfKind, IsKeptAndHoldsNothingOnceItsPoolIsOverwritten) {
  const MemoryKind kind = GetParam();
  if (kind != MemoryKind::host) {
    if (const auto why = refusal_of(kind, device::facts(), false); !why.empty()) GTEST_SKIP() << "skipped: " << why;
  }
  constexpr std::size_t count = 1000;
  BufferPool pool;
  const auto held = pool.take(kind, 8);  // in use: it keeps what it holds
  if (held->host() != nullptr) std::memset(held->host(), 0x5a, 8);
  const auto at = [](const Buffer& buffer) { return buffer.host() != nullptr ? buffer.host() : buffer.device(); };
  const void* first = nullptr;
  {
    const auto left = pool.take(kind, count);
    first = at(*left);
    if (left->host() != nullptr) std::memset(left->host(), 0x5a, count);
  }
  pool.overwrite();
  const auto found = pool.take(kind, count);
  EXPECT_EQ(at(*found), first);
  std::vector<unsigned char> values(count);
  if (found->host() != nullptr) {
    std::memcpy(values.data(), found->host(), count);
  } else {
    const device::Stream stream;
    device::copy(values.data(), found->device(), count, device::Direction::to_host, stream);
    stream.synchronize();
  }
  EXPECT_EQ(values, std::vector<unsigned char>(count, 0));
  if (held->host() != nullptr) {
    EXPECT_EQ(*static_cast<const unsigned char*>(held->host()), 0x5a);
  }
}

INSTANTIATE_TEST_SUITE_P(All, BufferOfKind,
                         ::testing::Values(MemoryKind::host, MemoryKind::device, MemoryKind::managed,
                                           MemoryKind::pinned),
                         [](const auto& each) { return std::string(id_of(each.param)); });

TEST(BufferPool, GivesTheSameMemoryAgain) {
  BufferPool pool;
  const void* first = pool.take(MemoryKind::host, 4096)->host();
  EXPECT_EQ(pool.take(MemoryKind::host, 4096)->host(), first);
  const auto held = pool.take(MemoryKind::host, 4096);
  EXPECT_NE(pool.take(MemoryKind::host, 4096)->host(), held->host());
}

/// Whatever its last user left there, and unless that one said so.
TEST(BufferPool, GivesMemoryOfZeros) {
  if (const auto why = refusal_of(MemoryKind::device, device::facts(), true); !why.empty())
    GTEST_SKIP() << "skipped: " << why;
  constexpr std::size_t bytes = 4096;
  const device::Stream stream;
  BufferPool pool;
  const auto sum = [&](const Buffer& buffer) {
    std::vector<unsigned char> values(bytes);
    device::copy(values.data(), buffer.device(), bytes, device::Direction::to_host, stream);
    stream.synchronize();
    return std::accumulate(values.begin(), values.end(), 0);
  };
  const auto leave_ones = [&](bool say_zeroed) {
    const auto buffer = pool.take_zeroed(bytes, stream);
    EXPECT_EQ(sum(*buffer), 0);
    device::fill_ones(buffer->device(), bytes, stream);
    stream.synchronize();
    buffer->set_zeroed(say_zeroed);
  };
  leave_ones(false);
  leave_ones(true);
  // what was said is believed by who wants zeros, and forgotten when another has had the memory
  EXPECT_EQ(sum(*pool.take_zeroed(bytes, stream)), 255 * static_cast<int>(bytes));
  EXPECT_EQ(sum(*pool.take_zeroed(bytes, stream)), 0);
  pool.take_zeroed(bytes, stream)->set_zeroed(true);
  EXPECT_FALSE(pool.take(MemoryKind::device, bytes)->zeroed());
  EXPECT_EQ(sum(*pool.take_zeroed(bytes, stream)), 0);
}

TEST(BufferPool, BuffersOutliveIt) {
  std::shared_ptr<Buffer> buffer;
  {
    BufferPool pool;
    buffer = pool.take(MemoryKind::host, 64);
  }
  std::memset(buffer->host(), 1, 64);
  EXPECT_EQ(static_cast<const unsigned char*>(buffer->host())[63], 1);
}

TEST(Field, TellsItsValues) {
  auto buffer = std::make_shared<Buffer>(MemoryKind::host, 6 * sizeof(float));
  auto* values = static_cast<float*>(buffer->host());
  for (int i = 0; i < 6; ++i) values[i] = static_cast<float>(i);
  const Field field({3, 2}, Precision::fp32, buffer, nullptr);
  EXPECT_EQ(field.value(2, 1), 5);
  EXPECT_EQ(field.bytes(), 24U);
  EXPECT_TRUE(field.on_host());
  EXPECT_FALSE(field.on_device());
}

}  // namespace
}  // namespace heteroscope
