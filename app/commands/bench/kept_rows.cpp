#include "app/commands/bench/kept_rows.hpp"

#include "app/production/unfinished.hpp"
#include "core/io/file.hpp"

namespace heteroscope {

std::optional<std::string> unfinished_file(const std::optional<std::string>& json) {
  return json && *json != "-" ? std::optional(unfinished_data(*json).string()) : std::nullopt;
}

void KeptRows::comes(const BenchProgress& progress) {
  shown_.comes(progress);
}

void KeptRows::keep(const Results& so_far) {
  if (file_ && !so_far.parts.empty()) write_kept_file(*file_, results_json(so_far));
}

}  // namespace heteroscope
