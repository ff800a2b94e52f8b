// What the window's search keeps.
#include "app/window/features/tune/tune_task.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/types/basic_types.hpp"
#include "tests/unit/fake_proc_stat.hpp"
#include "tests/window/driven_program.hpp"

namespace heteroscope {
namespace {

/// The processors' clock, which goes on with each run, and what other programs have of it meanwhile.
struct TunedMachine {
  testing::FakeProcStat stat;
  double others = 0;
};
TunedMachine* machine = nullptr;

void run_beside_others(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    for (int y = job.rows.begin; y < job.rows.end; ++y) std::fill_n(job.output.row<T>(y), job.output.size.width, T(1));
  });
  machine->stat.goes_on(machine->others);
}

Catalog filled() {
  static const Variant variant = [] {
    Variant out;
    out.run = run_beside_others;
    out.knobs.precisions = both_precisions;
    return out;
  }();
  static const Workload workload = [] {
    Workload out;
    out.id = "filled";
    out.label = "filled";
    out.stages = {
        {.id = "fill", .variants = {{"a", &variant}, {"b", &variant}}, .default_cpu = "a", .default_gpu = ""}};
    out.bind = [](const Values&) { return std::any(0); };
    out.work = [](const std::any&, Size, Precision, const Summary&) {
      return Work{.operations = 1, .unit = "fills", .bytes = 1};
    };
    return out;
  }();
  static const std::array<const Workload*, 1> all{&workload};
  return all;
}

/// Searches beside programs that take so much; true: the winner is kept.
bool keeps_beside(double others) {
  const testing::TemporaryFolder folder;
  const testing::SetVariable config("XDG_CONFIG_HOME", folder.path());
  TunedMachine of;
  of.others = others;
  machine = &of;
  TuneTask task;
  task.set_budget(1);
  Settings settings = default_settings(*filled().front());
  settings.problem.size = {8, 8};
  task.start(settings, filled(), {device::Facts{}});
  EXPECT_TRUE(wait_for([&] { return !task.running(); })) << "it has not ended within a minute";
  EXPECT_EQ(task.failure(), "");
  const auto made = task.measured();
  EXPECT_TRUE(made->found.winner) << "there is one in any case";
  const std::string last = made->all->candidates.space.text(made->found.tried.back().candidate);
  EXPECT_TRUE(task.now() == last || task.now() == "the fastest 2, in turns") << task.now();
  EXPECT_EQ(std::filesystem::exists(tuned_path()), made->kept != nullptr);
  return made->kept != nullptr;
}

TEST(TuneTask, KeepsNoWinnerBesideOtherPrograms) {
  EXPECT_TRUE(keeps_beside(0.01));
  EXPECT_FALSE(keeps_beside(0.48));
}

}  // namespace
}  // namespace heteroscope
