#include "core/process/memory_limit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "core/base/error.hpp"
#include "core/memory/buffer.hpp"

namespace heteroscope {
namespace {

using memory::Hold;

TEST(MemoryLimit, ReadsNumbersOfBytes) {
  EXPECT_EQ(memory::bytes_in("1500000000", "x"), 1500000000U);
  EXPECT_EQ(memory::bytes_in("3K", "x"), 3072U);
  EXPECT_EQ(memory::bytes_in("1.5G", "x"), std::size_t{3} << 29);
  EXPECT_EQ(memory::bytes_in("2T", "x"), std::size_t{1} << 41);
  for (const char* wrong : {"", "0", "-1", "many", "5X", "5GB", "1e30", "nan", "inf", " 5", "5 "}) {
    EXPECT_THROW(memory::bytes_in(wrong, "x"), BadInput) << wrong;
  }
}

TEST(MemoryLimit, IsBelowWhatThisProcessMayUse) {
  EXPECT_GT(memory::limit(), 0U);
  EXPECT_LE(memory::limit(), memory::available());
}

TEST(MemoryLimit, WhatIsHeldIsGivenBackWithItsObject) {
  const std::size_t before = memory::held();
  {
    const Hold one(1000);
    Hold other(500);
    EXPECT_EQ(memory::held(), before + 1500);
    Hold taken(std::move(other));
    EXPECT_EQ(memory::held(), before + 1500);
    taken = Hold(7);
    EXPECT_EQ(memory::held(), before + 1007);
  }
  EXPECT_EQ(memory::held(), before);
}

TEST(MemoryLimit, RefusesWithTheNamesOfTheLimit) {
  const std::size_t before = memory::held();
  const Hold most(memory::limit() - before);
  try {
    const Hold beyond(1);
    FAIL() << "there was no room";
  } catch (const BadInput& refused) {
    EXPECT_NE(std::string(refused.what()).find("--memory-limit"), std::string::npos) << refused.what();
    EXPECT_NE(std::string(refused.what()).find(memory::limit_variable), std::string::npos) << refused.what();
  }
  EXPECT_EQ(memory::held(), memory::limit());
}

TEST(MemoryLimit, IdleMemoryIsGivenBackBeforeAnythingIsRefused) {
  BufferPool pool;
  constexpr std::size_t idle = 1 << 20;
  const std::size_t before = memory::held();
  { const auto used = pool.take(MemoryKind::host, idle); }
  EXPECT_EQ(memory::held(), before + idle);
  const Hold nearly_all(memory::limit() - before - idle / 2);
  EXPECT_EQ(memory::held(), memory::limit() - idle / 2);
}

TEST(BufferPool, FreesWhatTheLastFramesHadNoUseFor) {
  BufferPool pool;
  const std::size_t before = memory::held();
  std::shared_ptr<Buffer> shown;
  constexpr std::size_t frame = 40'000'000;  // none of it is touched
  std::size_t most = 0;
  for (std::size_t i = 0; i < 20; ++i) {
    pool.next_frame();
    shown = pool.take(MemoryKind::host, frame + 64 * i);
    most = std::max(most, memory::held() - before);
  }
  EXPECT_LE(most, 5 * (frame + 2000));
  for (int i = 0; i < 4; ++i) pool.next_frame();
  EXPECT_LE(memory::held() - before, 2 * (frame + 2000)) << "one is shown, and one fits what is kept";
}

/// Small buffers of other sizes stay for frames to come, and go at rest.
TEST(BufferPool, AtRestKeepsWhatTheLastFramesUsed) {
  BufferPool pool;
  const std::size_t before = memory::held();
  constexpr std::size_t small = 100'000;
  constexpr int frames = 10;
  for (std::size_t i = 0; i < frames; ++i) {
    pool.next_frame();
    static_cast<void>(pool.take(MemoryKind::host, small + 64 * i));
  }
  EXPECT_GE(memory::held() - before, frames * small);
  pool.rest();
  EXPECT_GE(memory::held() - before, 3 * small);
  EXPECT_LT(memory::held() - before, 4 * small);
  const auto used = pool.take(MemoryKind::host, small + 64 * (frames - 1));
  EXPECT_LT(memory::held() - before, 4 * small) << "the last frame's is taken again";
}

}  // namespace
}  // namespace heteroscope
