// How long a save takes, as the list of saves shows it. The saves compute in a worker of this program.
#include "app/window/features/own/save_time.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "core/base/given_up.hpp"
#include "core/device/device.hpp"
#include "core/own/compile/cpu_compiler.hpp"
#include "core/own/own_variants.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"
#include "tests/command/heat_file.hpp"
#include "tests/unit/set_variable.hpp"
#include "tests/unit/temporary_folder.hpp"
#include "tests/window/transpose_text.hpp"

namespace heteroscope {
namespace {

class SaveTimesTaken : public ::testing::Test {
 protected:
  void SetUp() override {
    if (CpuCompiler::installed().empty()) GTEST_SKIP() << "skipped: there is no C++ compiler";
  }
  /// A save that has computed a picture with these settings. No file of it is read.
  static SaveToTime shown(const std::string& name, const std::string& text, Settings settings) {
    const Variant& variant = own_variants().add("/nowhere/" + name, text).variant();
    settings.problem.workload = variant.own->workload->id;
    settings.execution.processor = Processor::cpu;
    settings.execution.variants[std::string(variant.own->workload->stages[variant.own->stage].id)].cpu = name;
    const Planned planned = plan(settings, catalog(), device::Devices::here());
    if (!planned) throw std::runtime_error(planned.refusal);
    Executor executor;
    return {.variant = &variant,
            .how = settings,
            .frame = std::make_shared<const Frame>(executor.execute(*planned.plan, InteractiveRun{}).value())};
  }

 private:
  testing::TemporaryFolder folder_;
  testing::SetVariable cache_{"XDG_CACHE_HOME", folder_.path()};
};

Settings of_size(Size size) {
  Settings out;
  out.problem.size = size;
  out.problem.source = {.id = "noise", .number = 1};
  return out;
}

TEST_F(SaveTimesTaken, AreMediansOfManyRuns) {
  const SaveToTime wanted = shown("timed.cpp", testing::transpose_text("image.in(x, y)"), of_size({64, 48}));
  const SaveTime found = measured_save(wanted, {});
  EXPECT_EQ(found.why_not, "");
  EXPECT_EQ(found.variant, wanted.variant);
  ASSERT_TRUE(found.time);
  EXPECT_GE(found.time->ms.count, 10);
  EXPECT_TRUE(found.time->interval);
}

TEST_F(SaveTimesTaken, AreOfFewStepsWhereManyTakeLong) {
  Settings settings;
  settings.problem.parameters["n"] = 65;
  settings.problem.steps = 20'000;
  SaveToTime wanted = shown("timed_steps.cpp", testing::heat_file(testing::plain_rows), settings);
  const SaveTime found = measured_save(wanted, {});
  ASSERT_TRUE(found.time) << found.why_not;
  EXPECT_LT(found.time->steps, 20'000);
}

TEST_F(SaveTimesTaken, SayWhyThereAreNone) {
  SaveToTime wanted = shown("timed_kept.cpp",
                            testing::transpose_text("image.in(x, y)",
                                                    "  static int calls = 0;\n"
                                                    "  if (++calls > 3) return;\n"),
                            of_size({64, 48}));
  const SaveTime found = measured_save(wanted, {});
  EXPECT_FALSE(found.time);
  EXPECT_TRUE(found.why_not.starts_with("timed_kept.cpp: in a measured run it did not compute ")) << found.why_not;
}

TEST_F(SaveTimesTaken, AreGivenUpOnceTheNextSaveIsThere) {
  const SaveToTime wanted = shown("timed_stop.cpp", testing::transpose_text("image.in(x, y)"), of_size({64, 48}));
  std::stop_source next;
  next.request_stop();
  EXPECT_THROW(measured_save(wanted, next.get_token()), GivenUp);
}

}  // namespace
}  // namespace heteroscope
