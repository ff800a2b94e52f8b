#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/verify/cases.hpp"

namespace heteroscope {

/// The option, not in the help, with which `verify` starts a process of its own that answers cases.
inline constexpr std::string_view answering_option = "--answer-cases";

/// What was asked of `verify`, checked.
struct VerifyRequest {
  std::vector<const Workload*> workloads;
  CaseFilter filter;
  std::vector<Size> sizes;      ///< empty: those that are usual
  double case_limit_s = 60;     ///< that a case may take beyond what its reference should
  std::optional<double> for_s;  ///< random cases for so long, instead of those that are listed
  std::uint64_t seed = 0;
  std::string machine{};           ///< how this one is called where the command was typed; empty: it was here
  int jobs = 1;                    ///< processes that compare at the same time
  double most_operations = 3e8;    ///< that the reference of a random case may take: about three seconds
  std::size_t most_findings = 20;  ///< after which no more random cases are tried
  int most_failures_of_own = 10;   ///< of a person's variant, after which its other cases are left out
  /// Nothing is left out: kernels that no case launches are missed.
  [[nodiscard]] bool is_whole() const {
    return !filter.precision && filter.variants.empty() && sizes.empty() &&
           (!filter.processor || *filter.processor == Processor::gpu);
  }
};

}  // namespace heteroscope
