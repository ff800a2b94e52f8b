#pragma once

#include <any>
#include <string>
#include <string_view>

namespace heteroscope {

/// What a workload computes of which `verify` cannot ask that all variants agree.
struct Incomparable {
  /// Why variants need not agree with these parameters; else empty.
  std::string (*why)(const std::any& parameters) = nullptr;
  /// What the names of kernels contain that compute nothing else, as a demangled symbol has it.
  std::string_view kernels;
};

}  // namespace heteroscope
