#pragma once

#include <ostream>
#include <span>
#include <string_view>
#include <vector>

#include "core/model/workload.hpp"

namespace heteroscope::planted {

/// A mistake put into one CPU variant of a real workload: there under a condition alone.
struct Bug {
  std::string_view name;
  std::string_view workload;
  std::string_view stage;
  std::string_view variant;
  /// Words that the small case's command line must have, and ones that it must not.
  std::vector<std::string_view> needs;
  std::vector<std::string_view> has_no;
  /// The variant with the mistake in it.
  JobFunction<void> run;
  double most_operations = 3e6;  ///< of cases in which it shows
  std::uint64_t seed = 1;        ///< of the cases: one that does not take long to come across the condition
  double case_limit_s = 0.5;
};

/// For GoogleTest.
inline void PrintTo(const Bug& bug, std::ostream* out) {
  *out << bug.name;
}

std::span<const Bug> bugs();

/// All workloads, the one of that bug with it in.
Catalog catalog_with(const Bug& bug);

}  // namespace heteroscope::planted
