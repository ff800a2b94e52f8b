#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/commands/compare/pairs.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// A result, and what it is called: its file.
struct NamedResult {
  std::string name;
  Result result;
};

/// Each result but the first beside the first: machines, rows, what only one has, what differs.
Document comparison_report(const std::vector<NamedResult>& results);

/// The same rows with all digits.
std::string comparison_csv(const std::vector<NamedResult>& results);

}  // namespace heteroscope
