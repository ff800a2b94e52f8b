#pragma once

#include <any>
#include <string>
#include <string_view>

namespace heteroscope {

/// Results of a workload for which `verify` cannot demand that all variants agree.
struct Incomparable {
  /// Why variants need not agree with these parameters; else empty.
  std::string (*why)(const std::any& parameters) = nullptr;
  /// A part of the demangled names of kernels that compute nothing but such results.
  std::string_view kernels;
};

}  // namespace heteroscope
