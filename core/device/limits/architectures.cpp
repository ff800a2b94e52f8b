#include "core/device/limits/architectures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <vector>

#include "core/base/comma_list.hpp"
#include "core/device/limits/capability.hpp"

namespace heteroscope {

namespace {

using device::Capability;
using device::text;

/// Code in the program.
struct Code {
  Capability of;
  char only = ' ';  ///< 'a': for that GPU alone, 'f': for its family alone
  bool machine = true, ptx = true;

  [[nodiscard]] bool runs_on(Capability gpu) const {
    const bool in_family = gpu.major == of.major && gpu.minor >= of.minor;
    if (only == 'a') return gpu == of;
    if (only == 'f') return in_family;
    return (machine && in_family) || (ptx && gpu >= of);
  }
};

/// "75", "90a-real", "100f-virtual".
std::optional<Code> code_in(std::string_view word) {
  int number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || number < 10) return std::nullopt;
  Code out{.of = {number / 10, number % 10}};
  word.remove_prefix(static_cast<std::size_t>(end - word.data()));
  if (word.starts_with('a') || word.starts_with('f')) {
    out.only = word.front();
    word.remove_prefix(1);
  }
  out.machine = word.empty() || word == "-real";
  out.ptx = word.empty() || word == "-virtual";
  return out.machine || out.ptx ? std::optional(out) : std::nullopt;
}

/// Empty where a word is not known.
std::vector<Code> codes_in(std::string_view words) {
  std::vector<Code> out;
  for (const std::string_view word : words_between_commas(words)) {
    const auto code = code_in(word);
    if (!code) return {};
    out.push_back(*code);
  }
  return out;
}

}  // namespace

std::string refusal_of_capability(std::string_view architectures, int major, int minor) {
  const Capability gpu{major, minor};
  const std::vector<Code> codes = codes_in(architectures);
  if (codes.empty() || std::ranges::any_of(codes, [&](const Code& each) { return each.runs_on(gpu); })) return {};
  const Capability lowest = std::ranges::min(codes, {}, &Code::of).of;
  if (gpu < lowest) {
    return fmt::format("too old: this card has compute capability {}, but this program needs {}", text(gpu),
                       text(lowest));
  }
  std::vector<std::string> names;
  names.reserve(codes.size());
  for (const Code& each : codes) names.push_back(text(each.of));
  return fmt::format(
      "this card has compute capability {}, but this program was compiled for {} "
      "(CMAKE_CUDA_ARCHITECTURES)",
      text(gpu), fmt::join(names, ", "));
}

std::string refusal_of_code(std::string_view architectures, int least, int major, int minor) {
  const char* const forced = std::getenv("CUDA_FORCE_PTX_JIT");
  std::vector<Code> codes = codes_in(architectures);
  if (codes.empty()) return {};
  if (forced != nullptr && std::string_view(forced) == "1")
    for (Code& each : codes) each.machine = false;
  const auto is_there = [&](const Code& each) {
    return each.of.major >= least && (each.machine || each.ptx) && each.runs_on({major, minor});
  };
  if (std::ranges::any_of(codes, is_there)) return {};
  return fmt::format("this program was built without code for compute capability {}.0", least);
}

}  // namespace heteroscope
