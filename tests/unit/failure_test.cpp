#include "core/base/failure.hpp"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <system_error>

#include "core/base/error.hpp"
#include "core/base/parallel.hpp"
#include "core/base/worker.hpp"

namespace heteroscope {
namespace {

using Kind = Failure::Kind;

template <class Thrown>
Failure of(const Thrown& thrown) {
  return attempt([&] { throw thrown; });
}

TEST(Failure, NoneWhereNothingWasThrown) {
  const Failure none = attempt([] {});
  EXPECT_FALSE(none);
  EXPECT_EQ(none.line, "");
}

TEST(Failure, TellsTheKindsApart) {
  EXPECT_EQ(of(BadInput("size: 0x0")).kind, Kind::input);
  EXPECT_EQ(of(BadInput("size: 0x0")).line, "size: 0x0");
  EXPECT_EQ(of(Unreachable("server: no route")).kind, Kind::unreachable);
  EXPECT_EQ(attempt([] { raise(of(Unreachable("server: no route"))); }).kind, Kind::unreachable);
  EXPECT_EQ(of(std::bad_alloc()).kind, Kind::memory);
  EXPECT_EQ(of(std::length_error("vector")).kind, Kind::memory);
  EXPECT_EQ(of(OutOfDeviceMemory("full")).kind, Kind::device_full);
  EXPECT_EQ(of(DeviceError("a call")).kind, Kind::device);
  EXPECT_EQ(of(DeviceLost("gone")).kind, Kind::device_lost);
  EXPECT_TRUE(of(DeviceLost("gone")).of_device());
  EXPECT_TRUE(of(DeviceError("a call")).of_device());
  EXPECT_EQ(of(std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again))).kind, Kind::threads);
}

TEST(Failure, NamesWhatNobodyForesaw) {
  EXPECT_EQ(of(std::out_of_range("at()")).kind, Kind::defect);
  EXPECT_NE(of(std::out_of_range("at()")).line.find("at()"), std::string::npos);
  EXPECT_EQ(of(42).kind, Kind::defect);
  EXPECT_EQ(of(42).line, "a value of type int was thrown, not a std::exception");
}

TEST(Worker, KeepsWhatItsWorkThrows) {
  Worker worker;
  EXPECT_FALSE(worker.started());
  EXPECT_FALSE(worker.start([] { throw std::bad_alloc(); }));
  EXPECT_TRUE(worker.started());
  EXPECT_EQ(worker.join().kind, Kind::memory);
  EXPECT_FALSE(worker.started());
  EXPECT_FALSE(worker.join());
}

TEST(Worker, WorksAgain) {
  Worker worker;
  int done = 0;
  worker.start([&] { ++done; });
  worker.start([&] { ++done; });
  EXPECT_FALSE(worker.join());
  EXPECT_EQ(done, 2);
}

TEST(Thrown, LeavesAParallelRegionAsOneException) {
  Thrown thrown;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 64; ++i) {
    thrown.keep([&] {
      if (i % 7 == 3) throw BadInput("one of several");
    });
  }
  EXPECT_TRUE(thrown.any());
  EXPECT_THROW(thrown.rethrow(), BadInput);
  EXPECT_NO_THROW(Thrown().rethrow());
}

TEST(Thrown, ThreadsAreAtMostTheProcessors) {
  omp_set_num_threads(100'000);
  EXPECT_EQ(all_threads(), omp_get_num_procs());
  omp_set_num_threads(1);
  EXPECT_EQ(all_threads(), 1);
  omp_set_num_threads(omp_get_num_procs());
}

}  // namespace
}  // namespace heteroscope
