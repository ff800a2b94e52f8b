#include "app/options/automatic_limit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/console/console.hpp"
#include "app/text/limit_text.hpp"
#include "core/base/error.hpp"
#include "core/run/escape_limit.hpp"

namespace heteroscope {

bool erase_automatic_limit(std::vector<std::string>& words, const Workload& workload) {
  if (!workload.escape_limit) return false;
  const std::string key = std::string(workload.escape_limit->parameter) + '=';
  if (std::erase(words, key + "auto") == 0) return false;
  if (std::ranges::any_of(words, [&](const std::string& word) { return word.starts_with(key); }))
    throw BadInput(fmt::format("--set: {0}auto and {0}… set two limits; give only one", key));
  return true;
}

void put_automatic_limit(Settings& settings, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  Executor executor;
  const LimitFinding found = find_limit(settings, catalog, executor).value();
  settings.problem.parameters[std::string(workload.escape_limit->parameter)] = found.limit;
  print_error("note", limit_text(found));
}

}  // namespace heteroscope
