#include "core/world/launch.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "core/process/memory_limit.hpp"

namespace heteroscope::testing {
namespace {

/// Each test has a process of its own, and so an environment.
class LaunchOf : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* each : {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
                             "OMPI_COMM_WORLD_LOCAL_SIZE", "PMI_RANK", "PMI_SIZE", "PMIX_RANK", "SLURM_STEP_NUM_TASKS",
                             "SLURM_LOCALID", "MPI_LOCALRANKID", "MPI_LOCALNRANKS"})
      ::unsetenv(each);
  }
  /// Processors that this thread may run on; some OpenMP libraries count them only once.
  static int processors() {
    cpu_set_t bound;
    CPU_ZERO(&bound);
    EXPECT_EQ(::sched_getaffinity(0, sizeof bound, &bound), 0);
    return CPU_COUNT(&bound);
  }
  static void set(const char* name, const char* value) { ::setenv(name, value, 1); }
};

TEST_F(LaunchOf, OneProcessAlone) {
  EXPECT_EQ(launch_of_environment().count, 1);
  set("SLURM_LOCALID", "3");  // a script's, without ranks
  set("SLURM_STEP_NUM_TASKS", "8");
  EXPECT_EQ(launch_of_environment().count, 1);
  EXPECT_EQ(launch_of_environment().local_rank, 0);
}

TEST_F(LaunchOf, OpenMpiAndOthers) {
  set("OMPI_COMM_WORLD_RANK", "5");
  set("OMPI_COMM_WORLD_SIZE", "8");
  set("OMPI_COMM_WORLD_LOCAL_RANK", "1");
  set("OMPI_COMM_WORLD_LOCAL_SIZE", "4");
  const Launch open = launch_of_environment();
  EXPECT_EQ(open.rank, 5);
  EXPECT_EQ(open.count, 8);
  EXPECT_EQ(open.local_rank, 1);
  EXPECT_EQ(open.local_count, 4);
  SetUp();
  set("PMI_RANK", "7");
  set("PMI_SIZE", "8");
  EXPECT_EQ(launch_of_environment().rank, 7);
  set("PMI_RANK", "8");
  EXPECT_EQ(launch_of_environment().count, 1) << "there is no such rank";
  set("PMI_RANK", "seven");
  EXPECT_EQ(launch_of_environment().count, 1);
}

TEST_F(LaunchOf, GpusAreDivided) {
  const auto own = [](const char* all, int local_rank, int local_count) {
    ::setenv("CUDA_VISIBLE_DEVICES", all, 1);
    take_own_share({.rank = local_rank, .count = 8, .local_rank = local_rank, .local_count = local_count});
    return std::string(std::getenv("CUDA_VISIBLE_DEVICES"));
  };
  EXPECT_EQ(own("4,5,6,7", 0, 1), "4,5,6,7") << "one rank a machine has all";
  EXPECT_EQ(own("4,5,6,7", 1, 2), "5,7");
  EXPECT_EQ(own("4,5,6,7", 3, 4), "7");
  EXPECT_EQ(own("4,5", 3, 4), "5");
}

TEST_F(LaunchOf, ProcessorsAndMemoryAreDivided) {
  const int all = processors();
  ::unsetenv(memory::limit_variable);
  const std::size_t available = memory::available();
  take_own_share({.rank = 1, .count = 2, .local_rank = 1, .local_count = 2});
  const bool bound = all != ::sysconf(_SC_NPROCESSORS_ONLN);  // by whoever has started this
  EXPECT_EQ(processors(), bound ? all : std::max(1, all - all / 2));
  EXPECT_LE(memory::limit(), available / 5 * 2);
  EXPECT_GT(memory::limit(), available / 5);
}

}  // namespace
}  // namespace heteroscope::testing
