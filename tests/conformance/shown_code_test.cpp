// The code that the pages in docs/extending show is compiled, and does what they say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/device/device.hpp"
#include "core/io/file.hpp"
#include "core/model/parameter_description.hpp"
#include "core/verify/verifier.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace mandelbrot {

#define HETEROSCOPE_VARIANTS "tests/example/mandelbrot/variants.inc"
#define HETEROSCOPE_TABLE variants_of_the_page
#include "kernels/variant_table.inc"

}  // namespace mandelbrot

namespace shown_parameter {

struct Parameters {
  double shade = 0;
};

template <class Visit>
void describe(std::type_identity<Parameters>, Visit&& visit) {
  using P = Parameters;
  visit(&P::shade, Parameter{.id = "shade",
                             .label = "Shade",
                             .unit = "%",
                             .minimum = 0,
                             .maximum = 100,
                             .initial = 0,
                             .help = "How dark the far outside is."});
}

}  // namespace shown_parameter

namespace {

constexpr std::size_t largest_source = 16 << 20;  // bytes

const std::filesystem::path& sources() {
  static const std::filesystem::path out = HETEROSCOPE_SOURCES;
  return out;
}

/// Code without its line breaks and indentation.
std::string in_one_line(std::string_view code) {
  std::string out;
  for (const char each : code) {
    const bool blank = std::isspace(static_cast<unsigned char>(each)) != 0;
    if (!blank) {
      out += each;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

/// A block of code in a page.
struct Shown {
  std::string page;
  std::string code;
};

std::vector<Shown> shown_code() {
  constexpr std::string_view begin = "```cpp\n";
  constexpr std::string_view end = "\n```";
  std::vector<Shown> out;
  for (const auto& page : std::filesystem::directory_iterator(sources() / "docs" / "extending")) {
    const std::string text = read_text(page.path(), largest_source);
    for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) {
      const std::size_t from = at + begin.size();
      out.push_back({page.path().filename().string(), text.substr(from, text.find(end, from) - from)});
    }
  }
  return out;
}

/// Sources that the build compiles, each in one line.
std::vector<std::string> compiled_code() {
  const std::set<std::string> kinds{".cpp", ".hpp", ".inc", ".cu", ".cuh"};
  std::vector<std::string> out;
  for (const char* folder : {"app", "assets/own", "core", "kernels", "tests/example", "tests/conformance"}) {
    for (const auto& each : std::filesystem::recursive_directory_iterator(sources() / folder)) {
      if (each.is_regular_file() && kinds.contains(each.path().extension().string()))
        out.push_back(in_one_line(read_text(each.path(), largest_source)));
    }
  }
  return out;
}

TEST(ShownCode, IsCompiled) {
  const std::vector<Shown> all = shown_code();
  ASSERT_GE(all.size(), 6U);
  const std::vector<std::string> compiled = compiled_code();
  for (const Shown& each : all) {
    const std::string code = in_one_line(each.code);
    // a source that is shown as a whole is one; of others a part of one is shown
    const bool whole = code.starts_with("#include");
    EXPECT_TRUE(std::ranges::any_of(
        compiled,
        [&](const std::string& source) { return whole ? source == code : source.find(code) != std::string::npos; }))
        << each.page << " shows what no source has:\n"
        << each.code;
  }
}

TEST(ShownCode, TheVariantGivesTheReferencesResult) {
  Workload with = find_workload(catalog(), "mandelbrot");
  for (const NamedVariant& each : mandelbrot::variants_of_the_page())
    with.stages.front().variants.put(each.id, *each.variant);
  const std::vector<const Workload*> all{&with};
  Settings settings = default_settings(with);
  settings.problem.size = {97, 61};
  choose_variant(settings, with, "omp_interleaved");
  settings.execution.processor = Processor::cpu;
  Verifier verifier(all, device::facts());
  for (const int threads : {1, 2, 3}) {
    settings.execution.threads = threads;
    const CaseResult result = verifier.run(settings);
    EXPECT_EQ(result.outcome, Outcome::passed) << threads << ": " << result.reason << failure_text(result);
  }
}

TEST(ShownCode, TheParameterIsDescribed) {
  const std::vector<Parameter> described = parameters_of<shown_parameter::Parameters>();
  ASSERT_EQ(described.size(), 1U);
  EXPECT_EQ(described.front().id, "shade");
  EXPECT_EQ(described.front().maximum, 100);
}

}  // namespace
}  // namespace heteroscope
