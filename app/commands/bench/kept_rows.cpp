#include "app/commands/bench/kept_rows.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "app/console/console.hpp"
#include "app/production/unfinished.hpp"
#include "core/io/file.hpp"

namespace heteroscope {

std::optional<std::string> unfinished_file(const std::optional<std::string>& json) {
  return json && *json != "-" ? std::optional(unfinished_data(*json).string()) : std::nullopt;
}

void warn_of_kept_rows(const std::optional<std::string>& kept) {
  std::error_code unknown;
  if (kept && std::filesystem::exists(*kept, unknown)) {
    print_error("bench", fmt::format("{} is of an unfinished run and will be replaced; --resume continues it", *kept));
  }
}

void KeptRows::comes(const BenchProgress& progress) {
  shown_.comes(progress);
}

void KeptRows::keep(const Results& so_far) {
  if (file_ && !so_far.parts.empty()) write_kept_file(*file_, results_json(so_far));
}

}  // namespace heteroscope
