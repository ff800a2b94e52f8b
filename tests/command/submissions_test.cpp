#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/command/program.hpp"

/// `verify` names each wrong variant of tests/own and accuses none of the right ones. Those for the GPU are compared
/// where there is one.
namespace heteroscope::testing {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(const char* folder) {
  std::vector<fs::path> out;
  for (const auto& each : fs::directory_iterator(fs::path(HETEROSCOPE_SOURCES "/tests/own") / folder))
    out.push_back(each.path());
  std::ranges::sort(out);
  return out;
}

/// Returns the first word in the parentheses of HETEROSCOPE_VARIANT.
std::string workload_by_name(const fs::path& file) {
  const std::string text = read_text(file);
  const std::string macro = "\nHETEROSCOPE_VARIANT(";
  const std::size_t begin = text.find(macro) + macro.size();
  return text.substr(begin, text.find_first_of(",)", begin) - begin);
}

class Submissions : public Program, public ::testing::WithParamInterface<fs::path> {
 protected:
  void SetUp() override {
    if (is_of_gpu() && !has_gpu()) GTEST_SKIP() << "there is no GPU here";
  }
  [[nodiscard]] static bool is_of_gpu() { return GetParam().extension() == ".cu"; }
  [[nodiscard]] Result verified() const {
    return run("verify " + workload_by_name(GetParam()) + " --variant '" + GetParam().string() + "' --processor " +
                   (is_of_gpu() ? "gpu" : "cpu"),
               "export HETEROSCOPE_OWN_LIMIT=120;");
  }
};

TEST_P(Submissions, AreToldApart) {
  const bool wrong = GetParam().parent_path().filename() == "wrong";
  const Result result = verified();
  EXPECT_EQ(result.code, wrong ? 1 : 0) << result.out << result.error;
  EXPECT_NE(result.out.find(GetParam().filename().string()), std::string::npos) << result.out;
}

std::string submission_name(const ::testing::TestParamInfo<fs::path>& file) {
  return file.param.stem().string() + (file.param.extension() == ".cu" ? "_on_gpu" : "_on_cpu");
}

INSTANTIATE_TEST_SUITE_P(Wrong, Submissions, ::testing::ValuesIn(files_of("wrong")), submission_name);
INSTANTIATE_TEST_SUITE_P(Right, Submissions, ::testing::ValuesIn(files_of("right")), submission_name);

}  // namespace
}  // namespace heteroscope::testing
