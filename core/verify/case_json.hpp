#pragma once

#include <string>
#include <vector>

#include "core/verify/verifier.hpp"

namespace heteroscope {

/// The answer of a process that runs cases: how a case compares, and the kernels (core/device/counters/kernel_list.hpp)
/// that it launched.
struct Answer {
  CaseResult result;
  std::vector<std::size_t> kernels;
  bool lost_device = false;  ///< a device call failed, after which this process's device cannot be trusted
};

/// One line of JSON without its end; a case's settings are those of a settings file. Reading throws BadInput for text
/// that is no such line.
std::string to_line(const Case& each, Catalog catalog);
Case case_from_line(const std::string& line, Catalog catalog);
std::string to_line(const Answer& answer);
Answer answer_from_line(const std::string& line);

}  // namespace heteroscope
