// Files to start a variant of one's own from.
#include "app/window/features/own/start_file.hpp"

#include <gtest/gtest.h>

#include "core/base/error.hpp"
#include "core/io/file.hpp"
#include "core/model/settings/settings.hpp"
#include "core/own/source/own_source.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

StartFile heat_file() {
  const Workload& heat = find_workload(catalog(), "heat");
  return start_file(heat, *stage_to_write(heat), Processor::cpu);
}

TEST(StartFiles, EveryWorkloadHasAStageToWrite) {
  for (const Workload* const each : catalog()) {
    const Stage* const stage = stage_to_write(*each);
    ASSERT_NE(stage, nullptr) << each->id;
    const StartFile file = start_file(*each, *stage, Processor::cpu);
    const OwnSource source = own_source_of("my.cpp", std::string(file.text), catalog());
    EXPECT_EQ(source.workload, each) << each->id;
    EXPECT_EQ(&each->stages[source.stage], stage) << each->id;
    EXPECT_EQ(file.ending, ".cpp");
  }
}

TEST(StartFiles, OneBesideAVariantIsForItsProcessor) {
  const Workload& heat = find_workload(catalog(), "heat");
  const StartFile file = start_file(heat, find_variants(heat, "cuda_shared", catalog()).front());
  EXPECT_EQ(file.ending, ".cu");
  EXPECT_TRUE(file.text.starts_with(heat.main_stage().own->gpu_start));
  EXPECT_NE(file.text.find("// __global__ void advance(Nodes nodes, SpanSink trace) {\n"), std::string::npos);
}

TEST(StartFiles, NothingIsOverwrittenAndNoNameIsGivenTwice) {
  const testing::TemporaryFolder folder;
  StartFile file = heat_file();
  file.ending = ".cpp";
  file.folders = {folder.path()};
  file.taken = {"my_heat_2.cpp"};
  write_file(folder.path() / "my_heat.cpp", std::string("precious"));
  EXPECT_EQ(write_start_file(file), folder.path() / "my_heat_3.cpp") << "another file's variant is my_heat_2.cpp";
  EXPECT_EQ(write_start_file(file), folder.path() / "my_heat_4.cpp");
  EXPECT_EQ(read_text(folder.path() / "my_heat.cpp", 100), "precious");
  EXPECT_EQ(read_text(folder.path() / "my_heat_3.cpp", 1 << 20), file.text);
}

TEST(StartFiles, WhereAFolderTakesNothingTheNextOneDoes) {
  const testing::TemporaryFolder folder;
  StartFile file = heat_file();
  file.folders = {"/proc", folder.path()};
  EXPECT_EQ(write_start_file(file).parent_path(), folder.path());
  file.folders = {"/proc"};
  EXPECT_THROW(write_start_file(file), BadInput);
}

}  // namespace
}  // namespace heteroscope
