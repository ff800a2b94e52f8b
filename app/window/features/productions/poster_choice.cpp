#include "app/window/features/productions/poster_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <system_error>

#include "app/production/unfinished.hpp"
#include "app/window/model/times/iterating.hpp"
#include "core/base/error.hpp"
#include "core/model/settings/source.hpp"

namespace heteroscope {
namespace {

double cells(Size size) {
  return static_cast<double>(size.width) * size.height;
}

}  // namespace

int height_as_seen(int width, Size area) {
  constexpr double most = 2147483647;
  const double height = std::round(static_cast<double>(width) * area.height / std::max(area.width, 1));
  return static_cast<int>(std::clamp(height, 1.0, most));
}

std::string cut_text(Size poster, Size area) {
  const int seen = height_as_seen(poster.width, area);
  if (std::abs(poster.height - seen) <= 1) return "Exactly what the window shows.";
  const double share = static_cast<double>(poster.height) / seen;
  if (share < 1)
    return fmt::format("As wide as the view; {:.0f} % of its height is cut off.", std::ceil(100 * (1 - share)));
  return fmt::format("As wide as the view, {} times as high: it shows more.",
                     share < 10 ? fmt::format("{:.2f}", share) : fmt::format("{:.0f}", share));
}

std::string why_one_size(const Settings& settings, const Workload& workload) {
  if (reads_source(settings, workload) && !workload.iterates() && settings.problem.source.id == file_source) {
    const std::string name = std::filesystem::path(settings.problem.source.file).filename().string();
    return fmt::format("Each pixel of {} becomes one of the poster.", name);
  }
  try {
    const Parameter* const side = workload.size_parameter(settings.problem.parameters);
    return side == nullptr ? "" : fmt::format("The parameter \"{}\" sets the size.", side->label);
  } catch (const BadInput&) {
    return {};  // the plan has the error
  }
}

std::optional<double> computing_seconds(const Frame& frame, Size poster) {
  const double made = cells(frame.plan.output.size);
  const double ms = frame.work_ms();
  if (!(ms > 0) || !(made > 0)) return std::nullopt;
  return ms / 1000 / made * cells(poster);
}

std::optional<Size> short_span(Size poster, double seconds) {
  constexpr double longest_s = 2;
  constexpr int largest_side = 4096;  // the side of the format's own pieces if there is enough memory
  constexpr int smallest_side = 256;
  const double each = seconds / cells(poster);
  int side = largest_side;
  while (side > smallest_side && each * side * side > longest_s) side /= 2;
  return side == largest_side ? std::nullopt : std::optional(Size{side, side});
}

std::filesystem::path free_path(const std::filesystem::path& folder, const std::string& stem,
                                const std::string& extension, const std::vector<std::filesystem::path>& taken) {
  for (int number = 1;; ++number) {
    std::filesystem::path path = folder / fmt::format("{}-{:03}{}", stem, number, extension);
    std::error_code unknown;
    const bool there =
        std::filesystem::exists(path, unknown) || std::filesystem::exists(unfinished_state(path), unknown) ||
        std::filesystem::exists(unfinished_data(path), unknown) || std::ranges::find(taken, path) != taken.end();
    if (!there) return path;
  }
}

std::string rough_bytes(double bytes) {
  if (bytes < 1e6) return fmt::format("{:.0f} kB", std::ceil(bytes / 1e3));
  if (bytes < 1e9) return fmt::format("{:.0f} MB", bytes / 1e6);
  if (bytes < 1e12) return fmt::format("{:.1f} GB", bytes / 1e9);
  return fmt::format("{:.1f} TB", bytes / 1e12);
}

}  // namespace heteroscope
